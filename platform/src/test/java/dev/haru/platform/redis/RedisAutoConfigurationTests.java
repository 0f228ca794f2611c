package dev.haru.platform.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.test.EmbeddedRedis;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;

class RedisAutoConfigurationTests {

    @Test
    void commandsFailDuringAnOutageAndSucceedAfterIt() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            new ApplicationContextRunner()
                    .withConfiguration(
                            AutoConfigurations.of(RedisAutoConfiguration.class, DataRedisAutoConfiguration.class))
                    // Long, so that the test ends in time only if the command fails at once.
                    .withPropertyValues("spring.data.redis.url=" + redis.url(), "spring.data.redis.timeout=1h")
                    .run(context -> {
                        StringRedisTemplate template = context.getBean(StringRedisTemplate.class);
                        SimpleMeterRegistry meters = new SimpleMeterRegistry();
                        context.getBean(OpenConnections.class).bindTo(meters);
                        Gauge connections = meters.get("haru.redis.connections").gauge();
                        assertThat(connections.value()).isZero();

                        template.opsForValue().set("key", "value");
                        Awaitility.await().until(() -> connections.value() == 1);

                        redis.stop();
                        assertThatExceptionOfType(DataAccessException.class)
                                .isThrownBy(() -> template.opsForValue().get("key"));
                        Awaitility.await().until(() -> connections.value() == 0);

                        redis.restart();
                        Awaitility.await().ignoreExceptions().untilAsserted(() -> {
                            template.opsForValue().set("key", "again");
                            assertThat(template.opsForValue().get("key")).isEqualTo("again");
                        });
                        Awaitility.await().until(() -> connections.value() == 1);
                    });
        }
    }
}
