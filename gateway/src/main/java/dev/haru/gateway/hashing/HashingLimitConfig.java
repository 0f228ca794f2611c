package dev.haru.gateway.hashing;

import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import dev.haru.gateway.problem.ProblemResponses;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the limit of calls that hash, and its figures. */
@Configuration(proxyBeanMethods = false)
class HashingLimitConfig {

    /** By how much a 503 shrinks the limit; the library's own value. */
    private static final double BACKOFF = 0.9;

    /** Only refusals shrink the limit: how long a call may wait, auth-service decides. */
    private static final long NO_TIMEOUT_SECONDS = 3600;

    @Bean
    SimpleLimiter<Void> hashingCalls(HashingLimitProperties properties, MeterRegistry meters) {
        AIMDLimit limit = AIMDLimit.newBuilder()
                .minLimit(properties.min())
                .initialLimit(properties.initial())
                .maxLimit(properties.max())
                .backoffRatio(BACKOFF)
                .timeout(NO_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .build();
        Gauge.builder("haru.gateway.hashing.limit", limit, AIMDLimit::getLimit)
                .description("Sign-ins and sign-ups that may be under way at once")
                .register(meters);
        return SimpleLimiter.newBuilder().named("hashing").limit(limit).build();
    }

    @Bean
    HashingLimit hashingLimit(SimpleLimiter<Void> hashingCalls, ProblemResponses problems, MeterRegistry meters) {
        return new HashingLimit(
                hashingCalls,
                problems,
                Counter.builder("haru.gateway.hashing.refusals")
                        .description("Sign-ins and sign-ups refused because too many were under way")
                        .register(meters));
    }

    @Bean
    HashingTurn hashingTurn(SimpleLimiter<Void> hashingCalls, HashingLimit limit) {
        return new HashingTurn(hashingCalls, limit);
    }
}
