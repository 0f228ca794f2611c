package dev.haru.bench.reactive;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * How the sign-in is written.
 *
 * @param encoder the hash, as {@link dev.haru.bench.password.Encoders} names it
 * @param pool connections that are kept; 0 opens a new one for each request
 * @param hashOnEventLoop whether the hash is computed on the event loop
 */
@ConfigurationProperties("bench.reactive")
record ReactiveSignInProperties(String encoder, int pool, boolean hashOnEventLoop) {

    /** From arguments such as {@code --bench.reactive.pool=10}. */
    static ReactiveSignInProperties of(String[] arguments) {
        Map<String, String> values = new HashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.substring("--".length()).split("=", 2);
            values.put(parts[0], parts[1]);
        }
        return new Binder(new MapConfigurationPropertySource(values))
                .bind("bench.reactive", ReactiveSignInProperties.class)
                .get();
    }
}
