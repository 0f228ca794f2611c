package dev.haru.gateway.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import dev.haru.platform.test.EmbeddedRedis;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;

class NoRedisTests {

    @Test
    void gatewayWithoutRedisStartsWithTheLocalFallback() {
        EmbeddedRedis redis = EmbeddedRedis.start();
        redis.stop();
        FakeServices.reset();
        try (RunningGateway gateway = RunningGateway.on(redis.url())) {
            assertThat(gateway.send(gateway.from("203.0.113.1", "/v1/locations"))
                            .headers()
                            .firstValue("RateLimit"))
                    .hasValue("\"address\";r=499;t=1");
            assertThat(gateway.bean(MeterRegistry.class)
                            .get("haru.gateway.rate.limit")
                            .tags("limit", "address", "outcome", "allowed", "store", "local-fallback")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void disabledLimitsSendNoHeaders() {
        try (RunningGateway gateway = RunningGateway.on(EmbeddedRedis.shared().url(), "RATE_LIMIT_ENABLED=false")) {
            assertThat(gateway.send(gateway.from("203.0.113.1", "/v1/locations"))
                            .headers()
                            .map())
                    .doesNotContainKeys("ratelimit", "ratelimit-policy");
        }
    }
}
