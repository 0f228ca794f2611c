package dev.haru.bench.password;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The password hash that replaces Haru's.
 *
 * @param encoder a name of {@link Encoders}
 */
@ConfigurationProperties("bench.password")
record PasswordBenchProperties(String encoder) {}
