package dev.haru.schedule.member;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static dev.haru.schedule.member.MemberServiceStub.answeredWith;
import static dev.haru.schedule.member.MemberServiceStub.known;
import static dev.haru.schedule.member.MemberServiceStub.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.platform.security.Scope;
import dev.haru.platform.security.Scopes;
import dev.haru.platform.test.AutoConfigureUpstreams;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@SpringBootTest(
        classes = {MemberConfiguration.class, MemberClient.class, MemberServiceStub.class},
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "DB_PASSWORD=unused",
            // A 503 that arrives late counts as a failure. On a busy machine, such failures must not open the circuit.
            "haru.upstream.breaker.window=1000",
            "haru.upstream.breaker.minimum-calls=1000"
        })
@AutoConfigureUpstreams
@ExtendWith(OutputCaptureExtension.class)
class MemberClientTests {

    @Autowired
    private MemberClient members;

    @AfterEach
    void disableBatchLookups() {
        MemberServiceStub.answerBatchesWith(problem(404, "not-found"));
    }

    @Test
    void tokenOfAMemberReturnsTheMember() {
        UUID memberId = UUID.randomUUID();

        assertThat(members.byAccessToken(answeredWith(known(memberId))))
                .contains(new Member(memberId, ZoneId.of("Asia/Seoul"), Instant.parse("2099-01-01T00:00:00Z")));
    }

    @Test
    void personalTokenHasItsScopes() {
        String token = MemberServiceStub.personalTokenOf(UUID.randomUUID(), Set.of(Scope.SCHEDULES_READ));

        assertThat(members.byAccessToken(token)).map(Member::scopes).contains(Scopes.of(Set.of(Scope.SCHEDULES_READ)));
    }

    @Test
    void unknownTokenReturnsNoMember(CapturedOutput output) {
        assertThat(members.byAccessToken(answeredWith(problem(401, "unauthorized"))))
                .isEmpty();
        assertThat(warnings(output)).isEmpty();
    }

    @Test
    void missingProfileIsReportedWithItsCode(CapturedOutput output) {
        assertRefused(answeredWith(problem(503, "profile-not-ready")), "profile-not-ready");
        assertThat(warnings(output)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failedLookupIsUnavailableWithOneWarning(ResponseDefinitionBuilder failure, CapturedOutput output) {
        String token = answeredWith(failure);

        assertRefused(token, "service-unavailable");
        assertThat(warnings(output)).singleElement().asString().contains("member-service is unavailable");
        assertThat(output).doesNotContain(token).doesNotContain("\tat ");
    }

    static Stream<ResponseDefinitionBuilder> failures() {
        return Stream.of(
                problem(503, "service-unavailable"),
                aResponse().withStatus(503).withBody("no problem at all"),
                problem(500, "internal-error"),
                problem(404, "not-found"),
                aResponse().withStatus(200).withBody("no JSON"),
                aResponse()
                        .withStatus(200)
                        .withHeader("Content-Type", "application/json")
                        .withBody("{}"),
                aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
    }

    @Test
    void lookupWithStatus503IsNotRetried() {
        String token = answeredWith(problem(503, "service-unavailable"));

        assertRefused(token, "service-unavailable");

        assertThat(MemberServiceStub.lookups(token)).isOne();
    }

    @Test
    void batchLookupReturnsEachMember() {
        MemberServiceStub.answerBatches();

        lookUpUntilBatchIsSent();
    }

    @ParameterizedTest
    @MethodSource("unusableBatchResponses")
    void failedBatchLookupFallsBackToSingleLookups(ResponseDefinitionBuilder answer) {
        MemberServiceStub.answerBatchesWith(answer);

        lookUpUntilBatchIsSent();
    }

    static Stream<ResponseDefinitionBuilder> unusableBatchResponses() {
        return Stream.of(
                problem(404, "not-found"),
                problem(405, "method-not-allowed"),
                problem(504, "deadline-exceeded"),
                aResponse().withStatus(200).withBody("no JSON"),
                jsonResponse("{}", 200),
                jsonResponse("{\"answers\": []}", 200),
                jsonResponse("{\"answers\": [{\"owner\": {\"timeZone\": \"Mars/Olympus\"}}]}", 200),
                aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
    }

    private void lookUpUntilBatchIsSent() {
        MemberServiceStub.SERVER.resetRequests();
        await().until(() -> {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<?> caller : IntStream.range(0, 24)
                        .mapToObj(i -> threads.submit(() -> i % 6 == 0 ? assertNoMember() : assertMemberFound()))
                        .toList()) {
                    caller.get();
                }
            }
            return !MemberServiceStub.SERVER
                    .findAll(postRequestedFor(urlEqualTo(MemberServiceStub.BATCH_PATH)))
                    .isEmpty();
        });
    }

    private boolean assertMemberFound() {
        UUID memberId = UUID.randomUUID();
        assertThat(members.byAccessToken(MemberServiceStub.batchTokenOf(memberId)))
                .map(Member::memberId)
                .contains(memberId);
        return true;
    }

    private boolean assertNoMember() {
        assertThat(members.byAccessToken(MemberServiceStub.unknownBatchToken())).isEmpty();
        return true;
    }

    /**
     * Returns the warnings of the test's thread, because threads of other contexts may log at any time. Feign's warning
     * about a client of the same name in another context of this JVM does not count.
     */
    static Stream<String> warnings(CapturedOutput output) {
        return output.getOut()
                .lines()
                .filter(line -> line.contains("WARN") && line.contains(" main] "))
                .filter(line -> !line.contains("FeignClientFactoryBean"));
    }

    private void assertRefused(String token, String code) {
        assertRefused(members, token, code);
    }

    static void assertRefused(MemberClient members, String token, String code) {
        assertThatExceptionOfType(MemberLookupFailed.class)
                .isThrownBy(() -> members.byAccessToken(token))
                .satisfies(refusal -> {
                    assertThat(refusal.getStatusCode().value()).isEqualTo(503);
                    assertThat(refusal.getBody().getProperties()).containsEntry("code", code);
                    assertThat(refusal.getHeaders().get("Retry-After")).isEqualTo(List.of("1"));
                });
    }
}
