package dev.haru.bench.reactive;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * The variant of the reactive sign-in.
 *
 * @param encoder the password encoder, a name of {@link dev.haru.bench.password.Encoders}
 * @param pool the size of the connection pool; 0 opens a new connection for each request
 * @param hashOnEventLoop whether the event loop computes the hash
 */
@ConfigurationProperties("bench.reactive")
record ReactiveSignInProperties(String encoder, int pool, boolean hashOnEventLoop) {

    /** Reads arguments such as {@code --bench.reactive.pool=10}. */
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
