package dev.haru.member.profile;

import static com.github.tomakehurst.wiremock.client.WireMock.serverError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.member.FakeAuthService;
import dev.haru.member.MemberServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.HeldResponses;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Changes of one profile at the same time, and the claim that orders them. */
@MemberServiceTest
class ConcurrentEditingTests {

    private static final int CLIENTS = 6;

    /** The service lets each attempt wait for a second. */
    private static final int MAX_ATTEMPTS = 60;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MemberRepository members;

    @Autowired
    private MovableClock clock;

    private SignedInMember member;

    @BeforeEach
    void memberAndAuthService() {
        FakeAuthService.reset();
        member = SignedInMember.inSeoul(http, members);
    }

    @Test
    void oneOfManyChangesOfTheSameVersionSucceeds() throws Exception {
        List<MvcTestResult> answers = concurrently(
                i -> member.patch(i % 2 == 0 ? "{\"nickname\": \"n%d\"}".formatted(i) : "{\"regionName\": \"Apia\"}")
                        .header("If-Match", "\"1\""));

        assertThat(answers)
                .extracting(answer -> answer.getResponse().getStatus())
                .containsOnlyOnce(200);
        assertThat(answers)
                .extracting(answer -> answer.getResponse().getStatus())
                .containsOnly(200, 412);
        assertThat(FakeAuthService.identifierChanges()).hasSizeLessThanOrEqualTo(1);
        assertThat(member.now().version()).isEqualTo(2);
    }

    @Test
    void concurrentPatchesWithoutIfMatchLoseNoField() throws Exception {
        List<MvcTestResult> answers = concurrently(i -> member.patch(
                i % 2 == 0 ? "{\"nickname\": \"n%d\"}".formatted(i) : "{\"email\": \"n%d@example.org\"}".formatted(i)));

        assertThat(answers)
                .extracting(answer -> answer.getResponse().getStatus())
                .containsOnly(200);
        assertThat(member.now().nickname()).matches("n[0246]");
        assertThat(member.now().email()).matches("n[1357]@example\\.org");
        assertThat(FakeAuthService.identifierChanges().getLast().getBodyAsString())
                .startsWith("{\"nickname\":\"%s\",\"email\":\"%s\","
                        .formatted(member.now().nickname(), member.now().email()));
    }

    @Test
    void callToAuthServiceHoldsNoDatabaseConnection() throws Exception {
        FakeAuthService.acceptIdentifiersHeld(50);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
                HeldResponses answers = FakeAuthService.hold()) {
            Future<MvcTestResult> first = clients.submit(
                    () -> member.patch("{\"nickname\": \"first\"}").exchange());
            await().until(() -> answers.waiting() == 1);

            assertThat(member.now()).isEqualTo(member.profile());
            Future<MvcTestResult> second = clients.submit(() ->
                    exchange(_ -> member.patch("{\"regionName\": \"Apia\"}").header("If-Match", "\"1\""), 2));
            answers.release();
            assertThat(second.get()).hasStatus(412);
            assertThat(first.get()).hasStatusOk();
        }
    }

    @ParameterizedTest
    @CsvSource({"patched, 50", "newer, 51"})
    void deliveryBeforeTheAnswerIsNotOverwritten(String nickname, long accountVersion) throws Exception {
        FakeAuthService.acceptIdentifiersHeld(50);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
                HeldResponses answers = FakeAuthService.hold()) {
            Future<MvcTestResult> change = clients.submit(
                    () -> member.patch("{\"nickname\": \"patched\"}").exchange());
            await().until(() -> answers.waiting() == 1);

            assertThat(http.put()
                            .uri("/internal/members/%s/identifiers"
                                    .formatted(member.profile().memberId()))
                            .header("X-Service-Credential", "auth-service:" + EmbeddedDatabase.SECRET)
                            .contentType("application/json")
                            .content("{\"nickname\": \"%s\", \"email\": null, \"accountVersion\": %d}"
                                    .formatted(nickname, accountVersion)))
                    .hasStatus(204);
            answers.release();

            assertThat(change.get())
                    .hasStatusOk()
                    .hasHeader("ETag", "\"2\"")
                    .bodyJson()
                    .extractingPath("$.nickname")
                    .isEqualTo(nickname);
        }
    }

    @Test
    void abandonedClaimExpires() {
        members.claim(member.profile().memberId(), 1, clock.instant().plusSeconds(5), clock.instant());

        assertThat(member.patch("{\"regionName\": \"Apia\"}")).hasStatus(503).hasHeader("Retry-After", "1");

        clock.advance(Duration.ofSeconds(5));
        assertThat(member.patch("{\"regionName\": \"Apia\"}")).hasStatusOk();
    }

    @Test
    void changeWithAnExpiredClaimKeepsTheClaimOfAnother() throws Exception {
        FakeAuthService.acceptIdentifiersHeld(50);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
                HeldResponses answers = FakeAuthService.hold()) {
            Future<MvcTestResult> paused = clients.submit(
                    () -> member.patch("{\"nickname\": \"paused\"}").exchange());
            await().until(() -> answers.waiting() == 1);
            clock.advance(Duration.ofSeconds(20));
            Instant until = clock.instant().plusSeconds(15);
            assertThat(members.claim(member.profile().memberId(), 1, until, clock.instant()))
                    .isOne();

            answers.release();

            assertThat(paused.get()).hasStatus(503).hasHeader("Retry-After", "1");
            assertThat(members.release(member.profile().memberId(), until))
                    .as("the other claim")
                    .isOne();
            assertThat(member.now()).isEqualTo(member.profile());
        }
    }

    @Test
    void claimOutlivesAFailureThatIsNoRefusal() {
        FakeAuthService.stubIdentifiers(serverError());
        assertThat(member.patch("{\"nickname\": \"unknown\"}")).hasStatus(503);
        FakeAuthService.acceptIdentifiers();

        assertThat(member.patch("{\"email\": \"later@example.org\"}"))
                .hasStatus(503)
                .hasHeader("Retry-After", "1");
        assertThat(FakeAuthService.identifierChanges()).hasSize(1);

        clock.advance(Duration.ofSeconds(15));
        assertThat(member.patch("{\"email\": \"later@example.org\"}")).hasStatusOk();
    }

    private interface Client {
        MockMvcRequestBuilder call(int number);
    }

    /**
     * Makes the call, and repeats it while other changes of the profile take longer than the service lets it wait.
     * Clients that follow Retry-After do the same.
     */
    private static MvcTestResult exchange(Client client, int number) {
        MvcTestResult answer = client.call(number).exchange();
        for (int i = 1; i < MAX_ATTEMPTS && isBusy(answer); i++) {
            answer = client.call(number).exchange();
        }
        return answer;
    }

    private static boolean isBusy(MvcTestResult answer) {
        return answer.getResponse().getStatus() == 503 && answer.getResponse().containsHeader("Retry-After");
    }

    private static List<MvcTestResult> concurrently(Client client) throws Exception {
        List<MvcTestResult> answers = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, CLIENTS)
                    .mapToObj(i -> clients.submit(() -> exchange(client, i)))
                    .toList();
            for (Future<MvcTestResult> call : calls) {
                answers.add(call.get());
            }
        }
        return answers;
    }
}
