package dev.haru.gateway.block;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.device.DeviceTokens;
import dev.haru.platform.signing.SigningKeys;
import dev.haru.platform.test.EmbeddedRedis;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.core.StringRedisTemplate;

class BlockedLoginTests {

    private static final String LOGIN = "/v1/auth/user/login";
    private static final String HOSTILE = "203.0.113.7";

    private static EmbeddedRedis redis;
    private static RunningGateway gateway;

    @BeforeAll
    static void start() {
        redis = EmbeddedRedis.start();
        gateway = RunningGateway.on(
                redis.url(),
                "haru.gateway.blocked-addresses.refresh=100ms",
                "spring.data.redis.timeout=60s"); // a busy machine
    }

    @AfterAll
    static void stop() {
        gateway.close();
        redis.close();
    }

    @BeforeEach
    void unblockAll() {
        FakeServices.reset();
        redisTemplate().delete(BlockedAddresses.KEY);
        await().until(() -> gateway.bean(BlockedAddresses.class).isEmpty());
    }

    @Test
    void loginFromABlockedAddressIsRefusedWithoutACall() {
        block(HOSTILE, Duration.ofMinutes(3));
        HttpResponse<String> answer = login(HOSTILE);
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.headers().firstValue("X-Trace-Id"))
                .hasValueSatisfying(id -> assertThat(answer.body())
                        .contains("\"code\":\"address-blocked\"", "\"traceId\":\"" + id + "\""));
        assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(60L, 180L);
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void refusalNamesTheChallengeAndTheHeader() {
        block(HOSTILE, Duration.ofMinutes(3));

        assertThat(login(HOSTILE).body()).contains("GET /v1/auth/challenge", "Challenge-Solution");
    }

    @Test
    void refusalIsInTheLanguageOfTheRequest() {
        block(HOSTILE, Duration.ofMinutes(3));

        HttpResponse<String> korean = gateway.send(loginRequest(HOSTILE).header("Accept-Language", "ko-KR,ko;q=0.9"));
        HttpResponse<String> english = login(HOSTILE);

        assertThat(korean.body())
                .contains("\"title\":\"너무 많은 요청\"", "이 주소에서 실패한 로그인이 너무 많습니다.", "\"code\":\"address-blocked\"");
        assertThat(korean.headers().firstValue("Content-Language")).hasValue("ko");
        assertThat(korean.headers().allValues("Vary")).contains("Accept-Language");
        assertThat(english.body()).contains("\"title\":\"Too Many Requests\"");
        assertThat(english.headers().firstValue("Content-Language")).hasValue("en");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void solvedChallengeInTheHeaderPassesOnce() {
        block(HOSTILE, Duration.ofMinutes(3));
        String solution = Solutions.solved(Instant.now().plusSeconds(60));
        assertThat(gateway.send(loginRequest(HOSTILE).header("Challenge-Solution", solution))
                        .statusCode())
                .isEqualTo(200);
        assertThat(FakeServices.requests())
                .singleElement()
                .returns(solution, request -> request.getHeader("Challenge-Solution"));

        assertThat(gateway.send(loginRequest(HOSTILE).header("Challenge-Solution", solution))
                        .statusCode())
                .as("used")
                .isEqualTo(429);
    }

    @Test
    void solutionMayBeSentAgainAfterSaturation() {
        block(HOSTILE, Duration.ofMinutes(3));
        String solution = Solutions.solved(Instant.now().plusSeconds(60));
        FakeServices.auth.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(503)));
        assertThat(gateway.send(loginRequest(HOSTILE).header("Challenge-Solution", solution))
                        .statusCode())
                .isEqualTo(503);

        FakeServices.reset();
        assertThat(gateway.send(loginRequest(HOSTILE).header("Challenge-Solution", solution))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void solutionThatIsWrongOrExpiredDoesNotPass() {
        block(HOSTILE, Duration.ofMinutes(3));
        String expired = Solutions.solved(Instant.now().minusSeconds(1));
        for (String solution : List.of("x", "e30=", Solutions.forged(), expired)) {
            assertThat(gateway.send(loginRequest(HOSTILE).header("Challenge-Solution", solution))
                            .statusCode())
                    .as(solution)
                    .isEqualTo(429);
        }
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void solutionInTheBodyAloneDoesNotPass() {
        block(HOSTILE, Duration.ofMinutes(3));
        HttpRequest.Builder login = gateway.from(HOSTILE, LOGIN)
                .POST(BodyPublishers.ofString("{\"challenge\": \"%s\"}"
                        .formatted(Solutions.solved(Instant.now().plusSeconds(60)))));

        assertThat(gateway.send(login).statusCode()).isEqualTo(429);
    }

    @Test
    void challengeStaysReachableFromABlockedAddress() {
        block(HOSTILE, Duration.ofMinutes(3));

        assertThat(gateway.send(gateway.from(HOSTILE, "/v1/auth/challenge").GET())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void loginFromABlockedAddressAndAKnownDevicePasses() {
        block(HOSTILE, Duration.ofMinutes(3));
        String cookies = "a=b; haru_device=" + deviceCookie(Duration.ofDays(180));
        assertThat(gateway.send(loginRequest(HOSTILE).header("Cookie", cookies)).statusCode())
                .isEqualTo(200);
        assertThat(FakeServices.requests()).singleElement().returns(cookies, request -> request.getHeader("Cookie"));
    }

    @Test
    void loginWithAnInvalidDeviceCookieIsRefused() {
        block(HOSTILE, Duration.ofMinutes(3));
        String cookie = deviceCookie(Duration.ofDays(180));
        for (String invalid : List.of("x", cookie.substring(1), withAnotherCharacter(cookie, 60), "")) {
            HttpRequest.Builder login = loginRequest(HOSTILE).header("Cookie", "haru_device=" + invalid);
            assertThat(gateway.send(login).statusCode()).as(invalid).isEqualTo(429);
        }
        HttpRequest.Builder late =
                loginRequest(HOSTILE).header("Cookie", "haru_device=" + deviceCookie(Duration.ofSeconds(-1)));
        assertThat(gateway.send(late).statusCode()).isEqualTo(429);
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void knownDeviceBeyondItsLimitIsRefused() {
        block(HOSTILE, Duration.ofMinutes(3));
        HttpRequest.Builder login =
                loginRequest(HOSTILE).header("Cookie", "haru_device=" + deviceCookie(Duration.ofDays(180)));
        assertThat(gateway.sendAll(20, login))
                .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
        assertThat(gateway.send(login).statusCode()).isEqualTo(429);
    }

    @ParameterizedTest
    @CsvSource({"GET, /v1/schedules", "GET, /v1/auth/user/login", "POST, /v1/auth/user/refresh"})
    void otherCallFromABlockedAddressPasses(String method, String path) {
        block(HOSTILE, Duration.ofMinutes(3));
        HttpRequest.Builder call = gateway.from(HOSTILE, path).method(method, BodyPublishers.noBody());
        assertThat(gateway.send(call).statusCode()).isEqualTo(200);
    }

    @Test
    void loginFromAnotherAddressPasses() {
        block(HOSTILE, Duration.ofMinutes(3));
        assertThat(login("203.0.113.8").statusCode()).isEqualTo(200);
    }

    @Test
    void loginFromTheSameIpv6NetworkIsRefused() {
        block("2001:db8:0:1::1", Duration.ofMinutes(3));
        assertThat(login("2001:db8:0:1:ffff::2").statusCode()).isEqualTo(429);
        assertThat(login("2001:db8:0:2::1").statusCode()).isEqualTo(200);
    }

    @Test
    void blockExpires() {
        block(HOSTILE, Duration.ofMinutes(3));
        assertThat(login(HOSTILE).statusCode()).isEqualTo(429);
        writeBlock(AddressPrefix.of(HOSTILE), Duration.ofSeconds(1));
        await().untilAsserted(() -> assertThat(login(HOSTILE).statusCode()).isEqualTo(200));
    }

    @Test
    void blockEndsWhenLifted() {
        block(HOSTILE, Duration.ofMinutes(3));
        redisTemplate().opsForZSet().remove(BlockedAddresses.KEY, HOSTILE);
        await().untilAsserted(() -> assertThat(login(HOSTILE).statusCode()).isEqualTo(200));
    }

    @Test
    void refusalIsCountedWithoutTheAddress() {
        block(HOSTILE, Duration.ofMinutes(3));
        MeterRegistry meters = gateway.bean(MeterRegistry.class);
        double before = meters.get("haru.gateway.blocked.logins").counter().count();
        login(HOSTILE);
        assertThat(meters.get("haru.gateway.blocked.logins").counter().count()).isEqualTo(before + 1);
        assertThat(meters.get("haru.gateway.blocked.addresses").gauge().value()).isEqualTo(1);
    }

    @Test
    void refusalComesBeforeTokenRateLimitAndBody() {
        block(HOSTILE, Duration.ofMinutes(3));
        HttpRequest.Builder login = gateway.from(HOSTILE, LOGIN)
                .header("Authorization", "malformed")
                .POST(BodyPublishers.ofString("x".repeat(100_000)));

        HttpResponse<String> answer = gateway.send(login);

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.body()).contains("\"code\":\"address-blocked\"");
        assertThat(answer.headers().firstValue("RateLimit")).isEmpty();
    }

    @Test
    void refusalIsNotMeasuredAsARequestOfAuthService() {
        block(HOSTILE, Duration.ofMinutes(3));

        login(HOSTILE);

        MeterRegistry meters = gateway.bean(MeterRegistry.class);
        await().until(() -> meters.find("http.server.requests")
                        .tags("uri", "UNKNOWN", "status", "429")
                        .timer()
                != null);
        assertThat(meters.find("http.server.requests")
                        .tags("uri", "auth-service", "status", "429")
                        .timer())
                .isNull();
    }

    private static void block(String address, Duration time) {
        AddressPrefix prefix = AddressPrefix.of(address);
        writeBlock(prefix, time);
        await().until(() ->
                gateway.bean(BlockedAddresses.class).remaining(prefix).isPositive());
    }

    private static void writeBlock(AddressPrefix prefix, Duration time) {
        redisTemplate().opsForZSet().add(BlockedAddresses.KEY, prefix.text(), (double)
                Instant.now().plus(time).toEpochMilli());
    }

    private static StringRedisTemplate redisTemplate() {
        return gateway.bean(StringRedisTemplate.class);
    }

    private static HttpResponse<String> login(String address) {
        return gateway.send(loginRequest(address));
    }

    private static String deviceCookie(Duration life) {
        return new DeviceTokens(gateway.bean(SigningKeys.class), Clock.systemUTC())
                .write(DeviceToken.of(
                        UUID.randomUUID(),
                        UUID.randomUUID(),
                        "seed_0",
                        Instant.now().plus(life)));
    }

    private static String withAnotherCharacter(String text, int index) {
        char other = text.charAt(index) == 'a' ? 'b' : 'a';
        return text.substring(0, index) + other + text.substring(index + 1);
    }

    private static HttpRequest.Builder loginRequest(String address) {
        return gateway.from(address, LOGIN).POST(BodyPublishers.ofString("{}"));
    }
}
