package dev.haru.gateway.ratelimit;

import dev.haru.gateway.header.ClientAddress;
import dev.haru.gateway.problem.ProblemResponses;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/** Creates the beans of the rate limits, unless they are disabled. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("haru.gateway.rate-limit.enabled")
class RateLimitConfig {

    @Bean
    RedisLimiter redisLimiter(RedisConnectionFactory connections, RateLimitProperties properties) {
        return new RedisLimiter(connections, properties);
    }

    @Bean
    SchedulingConfigurer redisReconnect(RedisLimiter redis, RateLimitProperties properties) {
        return tasks -> tasks.addFixedDelayTask(redis::reconnect, properties.retryRedis());
    }

    @Bean
    RateLimit rateLimit(
            RedisLimiter redis,
            RateLimitProperties properties,
            ClientAddress clientAddress,
            ProblemResponses problems,
            MeterRegistry meters) {
        return new RateLimit(
                redis,
                new LocalFallbackLimiter(properties.localFallback()),
                clientAddress,
                problems,
                new RateLimitMetrics(meters));
    }
}
