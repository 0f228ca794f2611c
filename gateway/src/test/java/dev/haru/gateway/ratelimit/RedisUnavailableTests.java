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

/** Two gateways whose Redis goes away, and comes back. */
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
    private final RunningGateway twin = RunningGateway.on(redis.url(), LIMITS);

    @BeforeEach
    void connect() {
        FakeServices.reset();
        await().until(() -> areShared(gateway) && areShared(twin));
    }

    @AfterEach
    void stop() {
        gateway.close();
        twin.close();
        redis.close();
    }

    @Test
    void bucketsWhenRedisStopsAreEachGatewaysOwnUntilItIsBack() {
        redis.stop();
        List<HttpResponse<String>> answers = gateway.answers(10, gateway.from(address, "/v1/locations"));
        assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(3);
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() == 429)
                .hasSize(7)
                .allSatisfy(answer -> assertThat(answer.headers().firstValue("RateLimit-Policy"))
                        .hasValue("\"address\";q=3;w=3000"));
        assertThat(twin.answer(twin.from(address, "/v1/locations")).statusCode())
                .isEqualTo(200);

        redis.restart();
        await().atMost(Duration.ofSeconds(30)).until(() -> areShared(gateway) && areShared(twin));
        assertThat(left(gateway)).startsWith("\"address\";r=999;");
        assertThat(left(twin)).startsWith("\"address\";r=998;");
    }

    @Test
    void callsWhenRedisStallsWaitForItOnceAndNoLongerThanItsTimeout() {
        try (RedisConnection connection =
                gateway.bean(RedisConnectionFactory.class).getConnection()) {
            connection.execute(
                    "CLIENT", "PAUSE".getBytes(US_ASCII), "5000".getBytes(US_ASCII), "ALL".getBytes(US_ASCII));
        }
        long start = System.nanoTime();
        assertThat(gateway.answer(gateway.from(address, "/v1/locations"))
                        .headers()
                        .firstValue("RateLimit-Policy"))
                .hasValue("\"address\";q=3;w=3000");
        assertThat(areShared(gateway)).isFalse();
        for (int i = 0; i < 50; i++) {
            gateway.answer(gateway.from(address, "/v1/locations"));
        }
        // One wait of 200 ms; fifty would be ten seconds.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        assertThat(areShared(gateway)).isFalse();
        await().atMost(Duration.ofSeconds(30)).until(() -> areShared(gateway));
    }

    @Test
    void bucketsWhenRedisForgetsTheScriptAreSharedAgainSoon() {
        try (RedisConnection connection =
                gateway.bean(RedisConnectionFactory.class).getConnection()) {
            connection.scriptingCommands().scriptFlush();
        }
        assertThat(gateway.answer(gateway.from(address, "/v1/locations")).statusCode())
                .isEqualTo(200);
        await().until(() -> areShared(gateway));
        assertThat(left(gateway)).startsWith("\"address\";r=999;");
    }

    private String left(RunningGateway gateway) {
        return gateway.answer(gateway.from(address, "/v1/locations"))
                .headers()
                .firstValue("RateLimit")
                .orElseThrow();
    }

    private static boolean areShared(RunningGateway gateway) {
        return gateway.bean(RedisLimiter.class).isAvailable();
    }
}
