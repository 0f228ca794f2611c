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
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Two gateways whose Redis becomes unavailable, and then available again. */
class RedisUnavailableTests {

    private static final String[] LIMITS = {
        "haru.gateway.rate-limit.address.burst=1000",
        "haru.gateway.rate-limit.address.per-second=0.001",
        "haru.gateway.rate-limit.local-fallback.address.burst=3",
        "haru.gateway.rate-limit.local-fallback.address.per-second=0.001"
    };
    private static final AtomicInteger lastAddress = new AtomicInteger();

    private final String address = unusedAddress();
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
        awaitSharedLimits();
    }

    @Test
    void callsWaitForAStalledRedisOnceUpToItsTimeout() {
        onRedis(connection -> connection.execute(
                "CLIENT", "PAUSE".getBytes(US_ASCII), "600000".getBytes(US_ASCII), "ALL".getBytes(US_ASCII)));
        long start = System.nanoTime();
        assertThat(gateway.send(gateway.from(address, "/v1/locations"))
                        .headers()
                        .firstValue("RateLimit-Policy"))
                .hasValue("\"address\";q=3;w=3000");
        assertThat(limitsAreShared(gateway)).isFalse();
        for (int i = 0; i < 1000; i++) {
            gateway.send(gateway.from(address, "/v1/locations"));
        }
        // One wait of 200 ms; a thousand would be more than three minutes.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(2));
        assertThat(limitsAreShared(gateway)).isFalse();

        // A paused Redis delays the command that ends the pause, too.
        redis.stop();
        redis.restart();
        await().until(() -> limitsAreShared(gateway));
    }

    @Test
    void sharedLimitsResumeAfterRedisLosesTheScript() {
        onRedis(connection -> connection.scriptingCommands().scriptFlush());
        assertThat(gateway.send(gateway.from(address, "/v1/locations")).statusCode())
                .isEqualTo(200);
        awaitSharedLimits();
    }

    private static String unusedAddress() {
        return "203.0.113." + lastAddress.incrementAndGet();
    }

    /**
     * Waits until both gateways take tokens from one bucket in Redis. Each attempt has another address, because the
     * local fallback applies again after a command that takes longer than the time-out of 200 ms.
     */
    private void awaitSharedLimits() {
        await().untilAsserted(() -> {
            String address = unusedAddress();
            assertThat(remaining(gateway, address)).startsWith("\"address\";r=999;");
            assertThat(remaining(otherGateway, address)).startsWith("\"address\";r=998;");
        });
    }

    /** Runs a command on a connection of its own, whose time-out is longer than that of the gateways. */
    private void onRedis(Consumer<RedisConnection> command) {
        LettuceConnectionFactory connections = redis.connect(Duration.ofMinutes(1));
        try (RedisConnection connection = connections.getConnection()) {
            command.accept(connection);
        } finally {
            connections.destroy();
        }
    }

    private static String remaining(RunningGateway gateway, String address) {
        return gateway.send(gateway.from(address, "/v1/locations"))
                .headers()
                .firstValue("RateLimit")
                .orElseThrow();
    }

    private static boolean limitsAreShared(RunningGateway gateway) {
        return gateway.bean(RedisLimiter.class).isAvailable();
    }
}
