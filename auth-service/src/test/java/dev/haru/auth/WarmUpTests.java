package dev.haru.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.EmbeddedRedis;
import dev.haru.platform.test.LeftBehind;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class WarmUpTests {

    @Test
    void journeyIsAnsweredAsItShouldBeAndLeavesNothingBehind(CapturedOutput output) {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                ConfigurableApplicationContext service = start(redis.url())) {
            LeftBehind leftBehind = service.getBean(LeftBehind.class);

            assertThat(output).contains("warm after").doesNotContain("not warm");
            assertThat(leftBehind.now()).isEqualTo(leftBehind.before()).containsEntry("redis", 0L);
            assertThat(service.getBean(MeterRegistry.class)
                            .find("http.server.requests")
                            .meters())
                    .isEmpty();
        }
    }

    private static ConfigurableApplicationContext start(String redisUrl) {
        return new SpringApplicationBuilder(AuthService.class)
                .initializers(context -> ((GenericApplicationContext) context).registerBean(LeftBehind.class))
                .run(
                        "--haru.warm-up.enabled=true",
                        // Only the answers are judged: a busy machine is slow.
                        "--haru.warm-up.target=1m",
                        "--haru.warm-up.time-limit=2m",
                        "--haru.warm-up.calls=20",
                        "--haru.outbox.poll=1d",
                        "--haru.session.cleanup.first=1d",
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--management.server.port=-1",
                        "--DB_URL=" + EmbeddedDatabase.url(),
                        "--DB_PASSWORD=" + EmbeddedDatabase.SECRET,
                        "--AUTH_SERVICE_SECRET=" + EmbeddedDatabase.SECRET,
                        "--MEMBER_SERVICE_SECRET=" + EmbeddedDatabase.SECRET,
                        "--SCHEDULE_SERVICE_SECRET=" + EmbeddedDatabase.SECRET,
                        "--LOGIN_GUARD_SECRETS=" + EmbeddedDatabase.SECRET + EmbeddedDatabase.SECRET,
                        "--REDIS_URL=" + redisUrl,
                        // Patience with a busy machine.
                        "--spring.datasource.hikari.connection-timeout=20000",
                        "--spring.data.redis.timeout=5s",
                        // Nobody is there.
                        "--AUTH_URL=http://127.0.0.1:1",
                        "--MEMBER_URL=http://127.0.0.1:1",
                        "--SCHEDULE_URL=http://127.0.0.1:1");
    }
}
