package dev.haru.gateway.ratelimit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import dev.haru.platform.test.EmbeddedRedis;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Two gateways whose Redis becomes unavailable, and then available again. */
class RedisUnavailableTests {

    private static final String[] LIMITS = {
        "haru.gateway.rate-limit.address.burst=1000",
        "haru.gateway.rate-limit.address.per-second=0.001",
        "haru.gateway.rate-limit.local-fallback.address.burst=3",
        "haru.gateway.rate-limit.local-fallback.address.per-second=0.001"
    };
    private static final AtomicInteger lastAddress = new AtomicInteger();

    private final String address = "203.0.113." + lastAddress.incrementAndGet();
    private final EmbeddedRedis redis = EmbeddedRedis.start();
    private final RunningGateway gateway = RunningGateway.on(redis.url(), LIMITS);
    private final RunningGateway otherGateway = RunningGateway.on(redis.url(), LIMITS);

    @BeforeEach
    void connect() {
        FakeServices.reset();
        await().until(() -> limitsAreShared(gateway) && limitsAreShared(otherGateway));
    }

    @AfterEach
    void stop() {
        gateway.close();
        otherGateway.close();
        redis.close();
    }

    @Test
    void localFallbackAppliesPerGatewayUntilRedisIsBack() {
        redis.stop();
        List<HttpResponse<String>> answers = gateway.sendAll(10, gateway.from(address, "/v1/locations"));
        assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(3);
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() == 429)
                .hasSize(7)
                .allSatisfy(answer -> assertThat(answer.headers().firstValue("RateLimit-Policy"))
                        .hasValue("\"address\";q=3;w=3000"));
        assertThat(otherGateway
                        .send(otherGateway.from(address, "/v1/locations"))
                        .statusCode())
                .isEqualTo(200);

        redis.restart();
        await().atMost(Duration.ofSeconds(30)).until(() -> limitsAreShared(gateway) && limitsAreShared(otherGateway));
        assertThat(remaining(gateway)).startsWith("\"address\";r=999;");
        assertThat(remaining(otherGateway)).startsWith("\"address\";r=998;");
    }

    @Test
    void callsWaitForAStalledRedisOnceUpToItsTimeout() {
        try (RedisConnection connection =
                gateway.bean(RedisConnectionFactory.class).getConnection()) {
            connection.execute(
                    "CLIENT", "PAUSE".getBytes(US_ASCII), "5000".getBytes(US_ASCII), "ALL".getBytes(US_ASCII));
        }
        long start = System.nanoTime();
        assertThat(gateway.send(gateway.from(address, "/v1/locations"))
                        .headers()
                        .firstValue("RateLimit-Policy"))
                .hasValue("\"address\";q=3;w=3000");
        assertThat(limitsAreShared(gateway)).isFalse();
        for (int i = 0; i < 50; i++) {
            gateway.send(gateway.from(address, "/v1/locations"));
        }
        // One wait of 200 ms; fifty would be ten seconds.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        assertThat(limitsAreShared(gateway)).isFalse();
        await().atMost(Duration.ofSeconds(30)).until(() -> limitsAreShared(gateway));
    }

    @Test
    void sharedLimitsResumeAfterRedisLosesTheScript() {
        try (RedisConnection connection =
                gateway.bean(RedisConnectionFactory.class).getConnection()) {
            connection.scriptingCommands().scriptFlush();
        }
        assertThat(gateway.send(gateway.from(address, "/v1/locations")).statusCode())
                .isEqualTo(200);
        await().until(() -> limitsAreShared(gateway));
        assertThat(remaining(gateway)).startsWith("\"address\";r=999;");
    }

    private String remaining(RunningGateway gateway) {
        return gateway.send(gateway.from(address, "/v1/locations"))
                .headers()
                .firstValue("RateLimit")
                .orElseThrow();
    }

    private static boolean limitsAreShared(RunningGateway gateway) {
        return gateway.bean(RedisLimiter.class).isAvailable();
    }
}
