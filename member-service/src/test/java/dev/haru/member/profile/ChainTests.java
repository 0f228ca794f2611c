package dev.haru.member.profile;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.matching;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.serviceUnavailable;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.member.FakeAuthService;
import dev.haru.member.MemberServiceTest;
import dev.haru.platform.security.Scope;
import dev.haru.platform.test.EmbeddedDatabase;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@MemberServiceTest
@ExtendWith(OutputCaptureExtension.class)
class ChainTests {

    private static final int CALLERS = 4;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MemberRepository members;

    private Profile member = MemberFixture.profile();

    @BeforeEach
    void memberAndAuthService() {
        FakeAuthService.reset();
        member = MemberFixture.in(members).memberInApia();
    }

    @Test
    void byAccessTokenReturnsTheIntrospectedMember() {
        UUID session = UUID.randomUUID();
        assertThat(byAccessToken(FakeAuthService.tokenOf(member.memberId(), session, Duration.ZERO)))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo(
                        """
                        {
                          "memberId": "%s",
                          "sessionId": "%s",
                          "nickname": "%s",
                          "regionName": "Apia",
                          "timeZone": "Pacific/Apia",
                          "tokenExpiresAt": "%s",
                          "ageMillis": 1,
                          "profileAgeMillis": 1
                        }
                        """.formatted(member.memberId(), session, member.nickname(), FakeAuthService.TOKEN_EXPIRES_AT));
        FakeAuthService.verify(postRequestedFor(urlEqualTo("/internal/tokens/introspect"))
                .withHeader("X-Service-Credential", equalTo("member-service:" + EmbeddedDatabase.SECRET))
                .withHeader("traceparent", matching("00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]")));
    }

    @Test
    void scopesOfAPersonalTokenArePassedOn() {
        String token =
                FakeAuthService.personalTokenOf(member.memberId(), Set.of(Scope.SCHEDULES_READ, Scope.PROFILE_READ));

        assertThat(byAccessToken(token))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.scope")
                .isEqualTo("profile:read schedules:read");
        assertThat(me(token)).hasStatusOk();
    }

    @Test
    void deadlineIsForwardedUnchanged() {
        String deadline = "99999999999999";
        String token = FakeAuthService.tokenOf(member.memberId());

        assertThat(byAccessToken(token).header("X-Request-Deadline", deadline)).hasStatusOk();

        FakeAuthService.verify(postRequestedFor(urlEqualTo("/internal/tokens/introspect"))
                .withHeader("X-Request-Deadline", equalTo(deadline)));
    }

    @Test
    void unknownTokenIsRefused() {
        String token = FakeAuthService.tokenOf(member.memberId());
        FakeAuthService.reset();

        assertThat(byAccessToken(token)).hasStatus(401);
        assertThat(me(token)).hasStatus(401);
        assertThat(FakeAuthService.introspections()).as("cached for a moment").isOne();
    }

    @Test
    void malformedTokenIsRefusedWithoutIntrospection() {
        assertThat(byAccessToken("hru_malformed")).hasStatus(401);
        assertThat(me("hru_malformed")).hasStatus(401);
        assertThat(FakeAuthService.introspections()).isZero();
    }

    @Test
    void tokenOfAMemberWithoutAProfileReturns503() {
        String token = FakeAuthService.tokenOf(UUID.randomUUID());

        assertThat(byAccessToken(token)).hasStatus(503).hasHeader("Retry-After", "1");
        assertThat(me(token)).hasStatus(503).bodyJson().extractingPath("$.code").isEqualTo("profile-not-ready");
    }

    @ParameterizedTest
    @MethodSource("unusableAnswers")
    void unusableAnswerOfAuthServiceReturns503(ResponseDefinitionBuilder answer, CapturedOutput log) {
        String token = FakeAuthService.tokenOf(member.memberId());
        FakeAuthService.stubEverything(answer);

        assertThat(byAccessToken(token)).hasStatus(503).hasHeader("Retry-After", "1");
        assertThat(me(token)).hasStatus(503).hasHeader("Retry-After", "1");
        assertThat(me(token)).bodyJson().extractingPath("$.code").isEqualTo("service-unavailable");
        assertThat(FakeAuthService.introspections()).as("no hidden retries").isEqualTo(3);
        assertThat(log.getOut())
                .contains("auth-service is unavailable")
                .doesNotContain(token)
                .doesNotContain("\tat ")
                .doesNotContain("ERROR");
    }

    static Stream<Arguments> unusableAnswers() {
        return Stream.of(
                        serviceUnavailable().withHeader("Retry-After", "1"),
                        aResponse().withStatus(500).withBody("{\"code\": \"internal-error\"}"),
                        aResponse().withStatus(401),
                        aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER),
                        aResponse().withFault(Fault.MALFORMED_RESPONSE_CHUNK),
                        okJson("{}"),
                        okJson("not JSON"))
                .map(Arguments::of);
    }

    @Test
    void manyTokensAreIntrospectedInOneCallAndCached() throws Exception {
        Profile other = MemberFixture.in(members).memberInApia();
        String token = FakeAuthService.tokenOf(member.memberId());
        String othersToken = FakeAuthService.tokenOf(other.memberId());
        String tokenWithoutProfile = FakeAuthService.tokenOf(UUID.randomUUID());

        for (int i = 0; i < 2; i++) {
            assertThat(byAccessTokens(token, "hru_malformed", othersToken, tokenWithoutProfile))
                    .hasStatusOk()
                    .bodyJson()
                    .extractingPath("$.answers[*].owner.memberId")
                    .asArray()
                    .containsExactly(
                            member.memberId().toString(), other.memberId().toString());
        }

        assertThat(FakeAuthService.batchIntrospections()).isOne();
        assertThat(me(token)).hasStatusOk();
        assertThat(FakeAuthService.introspections()).isZero();
    }

    @Test
    void tokensOmittedFromABatchAreLeftForSingleLookups() {
        String token = FakeAuthService.tokenOf(member.memberId());
        String othersToken = FakeAuthService.tokenOf(member.memberId());
        for (Runnable way : List.<Runnable>of(FakeAuthService::rejectBatches, FakeAuthService::omitAllFromBatches)) {
            way.run();

            assertThat(byAccessTokens(token, othersToken))
                    .hasStatusOk()
                    .bodyJson()
                    .isStrictlyEqualTo("{\"answers\": [null, null]}");
        }
        assertThat(byAccessToken(token)).hasStatusOk();
    }

    @Test
    void manyTokensDuringAnOutageReturn503() {
        String token = FakeAuthService.tokenOf(member.memberId());
        FakeAuthService.stubEverything(serviceUnavailable());

        assertThat(byAccessTokens(token)).hasStatus(503).hasHeader("Retry-After", "1");
    }

    @Test
    void waitingLookupsShareABatchAndEachGetsItsMember() {
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            lookUpConcurrently(IntStream.range(0, 24)
                    .mapToObj(_ -> MemberFixture.in(members).memberInApia())
                    .toList());
            return FakeAuthService.batchIntrospections() > 0;
        });
    }

    /** Looks up each member at the same time, each by a new token. */
    private void lookUpConcurrently(List<Profile> callers) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<Profile, Future<MvcTestResult>> answers = new HashMap<>();
            for (Profile caller : callers) {
                String token = FakeAuthService.tokenOf(caller.memberId(), Duration.ofMillis(5));
                answers.put(caller, threads.submit(() -> me(token).exchange()));
            }
            for (Map.Entry<Profile, Future<MvcTestResult>> answer : answers.entrySet()) {
                assertThat(answer.getValue().get())
                        .hasStatusOk()
                        .bodyJson()
                        .extractingPath("$.nickname")
                        .isEqualTo(answer.getKey().nickname());
            }
        }
    }

    @Test
    void repeatedDeliveriesCreateOneProfile() throws Exception {
        UUID id = UUID.randomUUID();
        String body = """
                {"nickname": "haru_fan", "email": null, "regionName": "Seoul", "accountVersion": 0}
                """;
        try (ExecutorService relays = Executors.newVirtualThreadPerTaskExecutor()) {
            var deliveries = IntStream.range(0, CALLERS)
                    .mapToObj(_ -> relays.submit(() -> http.put()
                            .uri("/internal/members/" + id)
                            .header("X-Service-Credential", "auth-service:" + EmbeddedDatabase.SECRET)
                            .contentType("application/json")
                            .content(body)
                            .exchange()))
                    .toList();
            for (Future<MvcTestResult> delivery : deliveries) {
                assertThat(delivery.get()).hasStatus(204);
            }
        }
        assertThat(members.findProfile(id)).map(Profile::version).contains(1L);
    }

    private MockMvcRequestBuilder me(String token) {
        return http.get().uri("/v1/members/me").header("Authorization", "Bearer " + token);
    }

    private MockMvcRequestBuilder byAccessToken(String token) {
        return http.get()
                .uri("/internal/members/by-access-token")
                .header("X-Service-Credential", "schedule-service:" + EmbeddedDatabase.SECRET)
                .header("Authorization", "Bearer " + token);
    }

    private MockMvcRequestBuilder byAccessTokens(String... tokens) {
        return http.post()
                .uri("/internal/members/by-access-tokens")
                .header("X-Service-Credential", "schedule-service:" + EmbeddedDatabase.SECRET)
                .contentType("application/json")
                .content("{\"tokens\": [\"" + String.join("\", \"", tokens) + "\"]}");
    }
}
