package dev.haru.gateway.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import dev.haru.platform.test.EmbeddedRedis;
import dev.haru.platform.token.TokenFormat;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Two gateways on one Redis. Buckets do not refill during a test, except that of the test which waits for a token. */
class RateLimitTests {

    private static final AtomicInteger lastAddress = new AtomicInteger();
    private static final SecureRandom random = new SecureRandom();

    private static EmbeddedRedis redis;
    private static RunningGateway gateway;
    private static RunningGateway otherGateway;

    /** An address that no other test uses. */
    private final String address = "203.0.113." + lastAddress.incrementAndGet();

    private final String token = TokenFormat.generate(TokenFormat.ACCESS, random);

    @BeforeAll
    static void start() {
        redis = EmbeddedRedis.start();
        gateway = gateway("0.001");
        otherGateway = gateway("0.001");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        otherGateway.close();
        redis.close();
    }

    @BeforeEach
    void reset() {
        FakeServices.reset();
    }

    @Test
    void concurrentCallsToTwoGatewaysPassUpToTheBurst() {
        HttpRequest.Builder call = gateway.from(address, "/v1/locations");
        HttpRequest.Builder otherCall = otherGateway.from(address, "/v1/locations");
        List<Integer> statuses = Stream.of(call, otherCall)
                .parallel()
                .flatMap(request -> gateway.sendAll(30, request).stream())
                .map(HttpResponse::statusCode)
                .toList();
        assertThat(statuses).hasSize(60).containsOnly(200, 429);
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(20);
        assertThat(FakeServices.requests()).hasSize(20);
    }

    @Test
    void callsFromOneIpv6PrefixShareABucket() {
        assertThat(statuses(20, gateway.from("2001:db8:0:7::1", "/v1/locations")))
                .containsOnly(200);
        assertThat(statuses(1, otherGateway.from("2001:db8:0:7:ffff::2", "/v1/locations")))
                .containsExactly(429);
        assertThat(statuses(1, otherGateway.from("2001:db8:0:8::1", "/v1/locations")))
                .containsExactly(200);
    }

    @Test
    void callsOfOneMemberAreLimitedAcrossAddresses() {
        assertThat(statuses(3, signedIn(gateway, address))).containsOnly(200);
        assertThat(statuses(2, signedIn(otherGateway, "198.51.100.1"))).containsOnly(200);
        assertThat(statuses(1, signedIn(gateway, "198.51.100.2"))).containsExactly(429);
    }

    @Test
    void callRefusedForItsMemberTakesNoAddressToken() {
        assertThat(statuses(40, signedIn(gateway, address)))
                .filteredOn(status -> status == 200)
                .hasSize(5);
        assertThat(statuses(20, gateway.from(address, "/v1/locations")))
                .filteredOn(status -> status == 200)
                .hasSize(15);
    }

    @Test
    void responseContainsLimitsAndRemainingTokens() {
        HttpResponse<String> answer = gateway.send(signedIn(gateway, address));
        assertThat(answer.headers().allValues("RateLimit-Policy"))
                .containsExactly("\"address\";q=20;w=20000, \"member\";q=5;w=5000");
        assertThat(answer.headers().allValues("RateLimit"))
                .containsExactly("\"address\";r=19;t=1000, \"member\";r=4;t=1000");
        assertThat(gateway.send(gateway.from(address, "/v1/locations"))
                        .headers()
                        .allValues("RateLimit"))
                .singleElement()
                .asString()
                .matches("\"address\";r=18;t=(1000|9\\d\\d)");
    }

    @Test
    void refusalIsAProblemWithRetryAfter() {
        gateway.sendAll(5, signedIn(gateway, address));
        HttpResponse<String> refusal = gateway.send(signedIn(gateway, address));
        assertThat(refusal.statusCode()).isEqualTo(429);
        String seconds = refusal.headers().firstValue("Retry-After").orElseThrow();
        assertThat(seconds).matches("1000|9\\d\\d");
        assertThat(refusal.headers().firstValue("RateLimit"))
                .hasValueSatisfying(left -> assertThat(left).endsWith(", \"member\";r=0;t=" + seconds));
        assertThat(refusal.headers().firstValue("RateLimit-Policy"))
                .hasValue("\"address\";q=20;w=20000, \"member\";q=5;w=5000");
        assertThat(refusal.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(refusal.headers().firstValue("X-Trace-Id"))
                .hasValueSatisfying(id -> assertThat(refusal.body())
                        .contains(
                                "\"code\":\"rate-limited\"",
                                "\"type\":\"urn:haru:problem:rate-limited\"",
                                "\"traceId\":\"" + id + "\""));
    }

    @Test
    void bucketRefillsOverTime() {
        RunningGateway refilling = gateway("1");
        refilling.sendAll(5, signedIn(refilling, address));
        await().untilAsserted(() -> assertThat(
                        refilling.send(signedIn(refilling, address)).statusCode())
                .isEqualTo(200));
    }

    @Test
    void refusedBodyIsNotForwarded() {
        gateway.sendAll(20, gateway.from(address, "/v1/locations"));
        FakeServices.reset();
        HttpRequest.Builder post =
                gateway.from(address, "/v1/auth/user/register").POST(BodyPublishers.ofString("{}"));
        assertThat(gateway.send(post).statusCode()).isEqualTo(429);
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void requestsForNoServiceAreNotLimited() {
        gateway.sendAll(21, gateway.from(address, "/v1/locations"));
        HttpResponse<String> unknown = gateway.send(gateway.from(address, "/v1/nowhere"));
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
        HttpRequest.Builder preflight = gateway.from(address, "/v1/locations")
                .method("OPTIONS", BodyPublishers.noBody())
                .header("Origin", "https://app.example.com")
                .header("Access-Control-Request-Method", "PUT");
        assertThat(gateway.send(preflight).statusCode()).isNotEqualTo(429);
        HttpRequest.Builder malformed = gateway.from(address, "/v1/schedules").header("Authorization", "Bearer x");
        assertThat(gateway.send(malformed).statusCode()).isEqualTo(401);
    }

    @Test
    void keysContainNoTokenAndExpire() {
        gateway.send(signedIn(gateway, address));
        StringRedisTemplate template = gateway.bean(StringRedisTemplate.class);
        assertThat(template.keys("haru:rate-limit:*"))
                .contains("haru:rate-limit:address:" + address)
                .noneMatch(key -> key.contains(token.substring(4, 20)))
                // A key of another test may have expired meanwhile: -2.
                .allSatisfy(key -> assertThat(template.getExpire(key, TimeUnit.MILLISECONDS))
                        .as("-1 for a key that never expires")
                        .isNotEqualTo(-1L)
                        .isLessThanOrEqualTo(20_000_000L));
    }

    @Test
    void decisionsAreCountedByLimitAndOutcome() {
        double allowed = counted("member", "allowed");
        double limited = counted("member", "limited");
        double addressLimited = counted("address", "limited");
        gateway.sendAll(7, signedIn(gateway, address));
        assertThat(counted("member", "allowed")).isEqualTo(allowed + 5);
        assertThat(counted("member", "limited")).isEqualTo(limited + 2);
        assertThat(counted("address", "limited")).isEqualTo(addressLimited);
    }

    /** Starts a gateway and waits until it has the shared limits. */
    private static RunningGateway gateway(String memberTokensPerSecond) {
        RunningGateway gateway = RunningGateway.on(
                redis.url(),
                "haru.gateway.rate-limit.address.burst=20",
                "haru.gateway.rate-limit.address.per-second=0.001",
                "haru.gateway.rate-limit.member.burst=5",
                "haru.gateway.rate-limit.member.per-second=" + memberTokensPerSecond,
                // After a time-out of Redis, the limits of the local fallback would apply.
                "spring.data.redis.timeout=60s");
        await().until(() -> gateway.bean(RedisLimiter.class).isAvailable());
        return gateway;
    }

    private static double counted(String limit, String outcome) {
        return gateway.bean(MeterRegistry.class)
                .get("haru.gateway.rate.limit")
                .tags("limit", limit, "outcome", outcome, "store", "redis")
                .counter()
                .count();
    }

    private HttpRequest.Builder signedIn(RunningGateway gateway, String address) {
        return gateway.from(address, "/v1/schedules").header("Authorization", "Bearer " + token);
    }

    private static List<Integer> statuses(int times, HttpRequest.Builder request) {
        return gateway.sendAll(times, request).stream()
                .map(HttpResponse::statusCode)
                .toList();
    }
}
