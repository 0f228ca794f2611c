package dev.haru.platform.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Starts a whole service with its warm-up. No upstream service is available except those that a test names. */
public final class WarmedUp {

    private static final List<String> PROPERTIES = List.of(
            "--haru.warm-up.enabled=true",
            "--haru.warm-up.time-limit=10m",
            "--haru.warm-up.calls=20",
            "--server.port=0",
            "--server.address=127.0.0.1",
            "--management.server.port=-1",
            "--DB_PASSWORD=" + EmbeddedDatabase.SECRET,
            "--AUTH_SERVICE_SECRET=" + EmbeddedDatabase.SECRET,
            "--MEMBER_SERVICE_SECRET=" + EmbeddedDatabase.SECRET,
            "--SCHEDULE_SERVICE_SECRET=" + EmbeddedDatabase.SECRET,
            // These time-outs are long enough for a busy machine.
            "--spring.datasource.hikari.connection-timeout=60000",
            "--spring.datasource.hikari.data-source-properties.options=-c statement_timeout=60s",
            "--spring.data.redis.timeout=60s",
            // No process listens on port 1, so no upstream service is available.
            "--AUTH_URL=http://127.0.0.1:1",
            "--MEMBER_URL=http://127.0.0.1:1",
            "--SCHEDULE_URL=http://127.0.0.1:1");

    private WarmedUp() {}

    /**
     * Asserts that all warm-up calls get their expected status, and that the warm-up leaves no row, no Redis key and no
     * route metric.
     */
    public static void assertNothingLeftBehind(Class<?> service, CapturedOutput output, String... more) {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                ConfigurableApplicationContext running = start(service, redis, more)) {
            LeftBehind leftBehind = running.getBean(LeftBehind.class);

            assertThat(output).contains("warm-up completed after").doesNotContain("warm-up incomplete");
            assertThat(leftBehind.now()).isEqualTo(leftBehind.before()).containsEntry("redis", 0L);
            assertThat(running.getBean(MeterRegistry.class)
                            .find("http.server.requests")
                            .meters())
                    .isEmpty();
        }
    }

    private static ConfigurableApplicationContext start(Class<?> service, EmbeddedRedis redis, String... more) {
        return new SpringApplicationBuilder(service)
                .initializers(context -> ((GenericApplicationContext) context).registerBean(LeftBehind.class))
                .run(Stream.concat(
                                PROPERTIES.stream().filter(usual -> !isAmong(more, usual)),
                                Stream.concat(Stream.of(more), stores(redis)))
                        .toArray(String[]::new));
    }

    /**
     * A separate Redis server and database, because scheduled jobs of other tests' contexts write to the shared ones.
     */
    private static Stream<String> stores(EmbeddedRedis redis) {
        return Stream.of("--REDIS_URL=" + redis.url(), "--DB_URL=" + EmbeddedDatabase.emptyUrl());
    }

    /** Spring would join the values of a repeated property into a list. */
    private static boolean isAmong(String[] properties, String property) {
        String name = property.substring(0, property.indexOf('=') + 1);
        return Stream.of(properties).anyMatch(other -> other.startsWith(name));
    }
}
