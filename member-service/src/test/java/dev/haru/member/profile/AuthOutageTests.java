package dev.haru.member.profile;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.serviceUnavailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.member.FakeAuthService;
import dev.haru.member.MemberServiceTest;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;

/** Tests what works while auth-service is unavailable. */
@MemberServiceTest
class AuthOutageTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MemberRepository members;

    @Autowired
    private MovableClock clock;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private MeterRegistry meters;

    private final UUID session = UUID.randomUUID();
    private Profile member = MemberFixture.profile();
    private String token = "";

    @BeforeEach
    void tokenIsCached() {
        FakeAuthService.reset();
        member = MemberFixture.in(members).memberInApia();
        clock.advance(Duration.ofSeconds(60));
        // The subscription makes cached tokens stale, and this process receives a message only afterwards.
        double before = received();
        await().ignoreExceptions().atMost(Duration.ofMinutes(1)).until(() -> {
            redis.convertAndSend(Revocations.CHANNEL, "session-ended " + UUID.randomUUID());
            return received() > before;
        });
        clock.advance(Duration.ofSeconds(1));
        token = FakeAuthService.tokenOf(member.memberId(), session, Duration.ZERO);
        assertThat(me(token)).hasStatusOk();
    }

    private double received() {
        return meters.get("haru.revocations")
                .tag("outcome", "received")
                .counter()
                .count();
    }

    @ParameterizedTest
    @MethodSource("outages")
    void staleTokenIsAcceptedForOneMinute(ResponseDefinitionBuilder outage) {
        FakeAuthService.stubEverything(outage);

        clock.advance(Duration.ofSeconds(59));
        assertThat(me(token)).hasStatusOk();
        assertThat(byAccessToken(token)).hasStatusOk().bodyText().containsPattern("\"ageMillis\":590\\d\\d\\b");

        clock.advance(Duration.ofSeconds(1));
        assertThat(me(token)).hasStatus(503).hasHeader("Retry-After", "1");
    }

    static Stream<Arguments> outages() {
        return Stream.of(
                        serviceUnavailable(),
                        aResponse().withStatus(500),
                        aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER))
                .map(Arguments::of);
    }

    @Test
    void unknownTokenDuringAnOutageReturns503() {
        String unknown = FakeAuthService.tokenOf(member.memberId());
        FakeAuthService.stubEverything(serviceUnavailable());

        assertThat(me(unknown)).hasStatus(503).hasHeader("Retry-After", "1");
        assertThat(byAccessToken(unknown)).hasStatus(503).hasHeader("Retry-After", "1");
    }

    @Test
    void tokenRevokedDuringAnOutageIsRefused() {
        FakeAuthService.stubEverything(serviceUnavailable());
        clock.advance(Duration.ofSeconds(20));
        assertThat(me(token)).hasStatusOk();

        redis.convertAndSend(Revocations.CHANNEL, "session-ended " + session);

        await().until(() -> me(token).exchange().getResponse().getStatus() != 200);
    }

    @Test
    void profileChangeDuringAnOutageIsVisible() {
        FakeAuthService.stubEverything(serviceUnavailable());
        clock.advance(Duration.ofSeconds(20));

        assertThat(http.patch()
                        .uri("/v1/members/me")
                        .header("Authorization", "Bearer " + token)
                        .contentType("application/json")
                        .content("{\"regionName\": \"Seoul\"}"))
                .hasStatusOk();

        assertThat(me(token))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.regionName")
                .isEqualTo("Seoul");
    }

    @Test
    void refusalOfAuthServiceIsNotAnOutage() {
        FakeAuthService.stubEverything(aResponse().withStatus(403));
        clock.advance(Duration.ofSeconds(20));

        assertThat(me(token)).hasStatus(503);
    }

    @Test
    void afterTheOutageTheTokenIsIntrospectedOnce() {
        FakeAuthService.stubEverything(serviceUnavailable());
        clock.advance(Duration.ofSeconds(20));
        assertThat(me(token)).hasStatusOk();
        clock.advance(Duration.ofSeconds(1));
        FakeAuthService.reset();
        FakeAuthService.activate(token, member.memberId(), session);

        for (int i = 0; i < 20; i++) {
            assertThat(me(token)).hasStatusOk();
        }

        assertThat(FakeAuthService.introspections()).isOne();
        assertThat(byAccessToken(token)).bodyText().containsPattern("\"ageMillis\":\\d\\b");
    }

    private MockMvcRequestBuilder me(String token) {
        return http.get().uri("/v1/members/me").header("Authorization", "Bearer " + token);
    }

    private MockMvcRequestBuilder byAccessToken(String token) {
        return http.get()
                .uri("/internal/members/by-access-token")
                .header("Authorization", "Bearer " + token)
                .header("X-Service-Credential", "schedule-service:" + EmbeddedDatabase.SECRET);
    }
}
