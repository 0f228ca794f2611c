package dev.haru.bench.password;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Which hash stands in for Haru's.
 *
 * @param encoder as {@link Encoders} names it
 */
@ConfigurationProperties("bench.password")
record PasswordBenchProperties(String encoder) {}
