package dev.haru.platform.redis;

import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Makes Redis commands fail at once while Redis is unavailable, instead of waiting in a queue: their callers have a
 * local fallback.
 */
@AutoConfiguration(before = DataRedisAutoConfiguration.class)
@ConditionalOnClass({RedisClient.class, DataRedisAutoConfiguration.class})
public class RedisAutoConfiguration {

    private static final int COMMANDS_UNDER_WAY = 10_000;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    @Bean
    LettuceClientOptionsBuilderCustomizer failFastWhenDisconnected() {
        return options -> options.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(COMMANDS_UNDER_WAY);
    }

    /**
     * Limits the reconnect pause. The default grows to 30 s, so a process would treat Redis as unavailable for half a
     * minute after a long outage.
     */
    @Bean
    ClientResourcesBuilderCustomizer shortReconnectDelay() {
        return resources ->
                resources.reconnectDelay(Delay.exponential(Duration.ZERO, LONGEST_PAUSE, 2, TimeUnit.MILLISECONDS));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Metrics {

        @Bean
        OpenConnections redisConnections(ClientResources resources) {
            return new OpenConnections(resources.eventBus());
        }
    }
}
