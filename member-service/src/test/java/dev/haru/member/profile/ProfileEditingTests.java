package dev.haru.member.profile;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.serverError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.member.FakeAuthService;
import dev.haru.member.MemberServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
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

@MemberServiceTest
class ProfileEditingTests {

    private static final int CLIENTS = 6;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MemberRepository members;

    @Autowired
    private MovableClock clock;

    private Profile member = MemberFixture.profile();
    private final UUID session = UUID.randomUUID();
    private String token = "";

    @BeforeEach
    void memberAndAuthService() {
        FakeAuthService.reset();
        member = MemberFixture.in(members).memberInSeoul();
        token = FakeAuthService.tokenOf(member.memberId(), session, Duration.ZERO);
    }

    @Test
    void regionAndTimeZoneChangeWithoutAuthService() {
        assertThat(patch("{\"regionName\": \"Apia\", \"timeZone\": \"Asia/Kathmandu\"}"))
                .hasStatusOk()
                .hasHeader("ETag", "\"2\"")
                .bodyJson()
                .extractingPath("$.timeZone")
                .isEqualTo("Asia/Kathmandu");

        assertThat(patch("{\"timeZone\": null}")).hasStatusOk();
        assertThat(now().regionName()).isEqualTo("Apia");
        assertThat(now().timeZone()).isEqualTo("Pacific/Apia");
        assertThat(now().updatedAt()).isEqualTo(clock.instant());
        assertThat(FakeAuthService.identifierChanges()).isEmpty();
    }

    @Test
    void patchWithoutChangesKeepsTheVersion() {
        assertThat(patch("{}")).hasStatusOk().hasHeader("ETag", "\"1\"");
        assertThat(patch("{\"nickname\": \"%s\", \"email\": null, \"regionName\": \"Seoul\", \"timeZone\": null}"
                        .formatted(member.nickname())))
                .hasStatusOk()
                .hasHeader("ETag", "\"1\"");

        assertThat(now()).isEqualTo(member);
        assertThat(FakeAuthService.identifierChanges()).isEmpty();
    }

    @Test
    void identifiersChangeWhenAuthServiceAcceptsThem() {
        assertThat(patch("{\"nickname\": \"ｈａｒｕ\", \"email\": \"fan@example.org\", \"regionName\": \"Busan\"}"))
                .hasStatusOk()
                .hasHeader("ETag", "\"2\"")
                .bodyJson()
                .extractingPath("$.nickname")
                .isEqualTo("haru");

        assertThat(now().email()).isEqualTo("fan@example.org");
        assertThat(now().regionName()).isEqualTo("Busan");
        assertThat(FakeAuthService.identifierChanges())
                .singleElement()
                .satisfies(call -> assertThat(call.getBodyAsString())
                        .startsWith("{\"nickname\":\"haru\",\"email\":\"fan@example.org\",\"sessionId\":\"" + session)
                        .endsWith("\"address\":\"127.0.0.1\",\"userAgent\":null}"));
    }

    @Test
    void nullRemovesTheEmail() {
        member = MemberFixture.in(members).memberWithEmail("fan@example.org");
        token = FakeAuthService.tokenOf(member.memberId());

        assertThat(patch("{\"email\": null}"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.email")
                .isNull();
    }

    @Test
    void identifiersThatAuthServiceRefusesChangeNothing() {
        FakeAuthService.stubIdentifiers(aResponse().withStatus(409).withBody("""
                {"type": "urn:haru:problem:nickname-taken", "status": 409, "code": "nickname-taken",
                 "detail": "Another account has this nickname."}
                """));

        MvcTestResult answer = patch("{\"nickname\": \"taken\", \"regionName\": \"Apia\"}")
                .header("If-Match", "\"1\"")
                .exchange();

        assertThat(answer).hasStatus(409);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("nickname-taken");
        assertThat(answer).bodyJson().extractingPath("$.instance").isEqualTo("/v1/members/me");
        assertThat(now()).isEqualTo(member);

        FakeAuthService.acceptIdentifiers(Duration.ZERO);
        assertThat(patch("{\"nickname\": \"free\"}").header("If-Match", "\"1\""))
                .hasStatusOk();
    }

    @Test
    void missingConfirmationReturns403AndOtherRefusals503() {
        FakeAuthService.stubIdentifiers(aResponse().withStatus(403).withBody("""
                {"status": 403, "code": "confirmation-required", "detail": "Confirm the password."}
                """));
        assertThat(patch("{\"nickname\": \"haru\"}"))
                .hasStatus(403)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("confirmation-required");
        assertThat(now()).isEqualTo(member);

        FakeAuthService.stubIdentifiers(aResponse().withStatus(403).withBody("""
                {"status": 403, "code": "forbidden", "detail": "Not for you."}
                """));
        assertThat(patch("{\"nickname\": \"haru\"}")).hasStatus(503);
    }

    @Test
    void fieldRefusedByAuthServiceIsNamed() {
        FakeAuthService.stubIdentifiers(aResponse().withStatus(400).withBody("""
                {"status": 400, "code": "invalid-request", "detail": "A field is not valid.",
                 "errors": [{"field": "nickname", "message": "must have 2 to 40 letters"}]}
                """));

        MvcTestResult answer = patch("{\"nickname\": \"two words\"}").exchange();

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.errors[0].field").isEqualTo("nickname");
        assertThat(answer).bodyJson().extractingPath("$.errors[0].message").isEqualTo("must have 2 to 40 letters");
    }

    @Test
    void outageOfAuthServiceChangesNothingAndEndsTheClaim() {
        FakeAuthService.stubIdentifiers(serverError());

        assertThat(patch("{\"nickname\": \"another\"}")).hasStatus(503).hasHeader("Retry-After", "1");

        assertThat(now()).isEqualTo(member);
        assertThat(patch("{\"regionName\": \"Apia\"}")).hasStatusOk();
    }

    @Test
    void unknownRegionIsRefusedBeforeAnythingChanges() {
        MvcTestResult answer = patch("{\"nickname\": \"another\", \"regionName\": \"Atlantis\"}")
                .exchange();

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.errors[0].field").isEqualTo("regionName");
        assertThat(FakeAuthService.identifierChanges()).isEmpty();
        assertThat(now()).isEqualTo(member);
    }

    @Test
    void patchOfAnotherVersionIsRefused() {
        assertThat(patch("{\"regionName\": \"Apia\"}").header("If-Match", "\"7\""))
                .hasStatus(412);
        assertThat(patch("{\"nickname\": \"another\"}").header("If-Match", "W/\"1\""))
                .hasStatus(412);

        assertThat(now()).isEqualTo(member);
        assertThat(FakeAuthService.identifierChanges()).isEmpty();
    }

    @Test
    void oneOfManyChangesOfTheSameVersionSucceeds() throws Exception {
        List<MvcTestResult> answers = concurrently(
                i -> patch(i % 2 == 0 ? "{\"nickname\": \"n%d\"}".formatted(i) : "{\"regionName\": \"Apia\"}")
                        .header("If-Match", "\"1\""));

        assertThat(answers)
                .extracting(answer -> answer.getResponse().getStatus())
                .containsOnlyOnce(200);
        assertThat(answers)
                .extracting(answer -> answer.getResponse().getStatus())
                .containsOnly(200, 412);
        assertThat(FakeAuthService.identifierChanges()).hasSizeLessThanOrEqualTo(1);
        assertThat(now().version()).isEqualTo(2);
    }

    @Test
    void concurrentPatchesWithoutIfMatchLoseNoField() throws Exception {
        List<MvcTestResult> answers = concurrently(i -> patch(
                i % 2 == 0 ? "{\"nickname\": \"n%d\"}".formatted(i) : "{\"email\": \"n%d@example.org\"}".formatted(i)));

        assertThat(answers)
                .extracting(answer -> answer.getResponse().getStatus())
                .containsOnly(200);
        assertThat(now().nickname()).matches("n[0246]");
        assertThat(now().email()).matches("n[1357]@example\\.org");
        assertThat(FakeAuthService.identifierChanges().getLast().getBodyAsString())
                .startsWith("{\"nickname\":\"%s\",\"email\":\"%s\",".formatted(now().nickname(), now().email()));
    }

    @Test
    void callToAuthServiceHoldsNoConnectionOthersWait() throws Exception {
        FakeAuthService.acceptIdentifiers(Duration.ofMillis(500));
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<MvcTestResult> first =
                    clients.submit(() -> patch("{\"nickname\": \"first\"}").exchange());
            await().until(() -> !FakeAuthService.identifierChanges().isEmpty());

            assertThat(now()).isEqualTo(member);
            assertThat(patch("{\"regionName\": \"Apia\"}").header("If-Match", "\"1\""))
                    .hasStatus(412);
            assertThat(first.get()).hasStatusOk();
        }
    }

    @ParameterizedTest
    @CsvSource({"told, 50", "newer, 51"})
    void deliveryBeforeTheAnswerIsNotOverwritten(String nickname, long accountVersion) throws Exception {
        FakeAuthService.stubIdentifiers(aResponse()
                .withFixedDelay(500)
                .withHeader("Content-Type", "application/json")
                .withBody("{\"accountVersion\": 50}"));
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<MvcTestResult> change =
                    clients.submit(() -> patch("{\"nickname\": \"told\"}").exchange());
            await().until(() -> !FakeAuthService.identifierChanges().isEmpty());

            assertThat(http.put()
                            .uri("/internal/members/%s/identifiers".formatted(member.memberId()))
                            .header("X-Service-Credential", "auth-service:" + EmbeddedDatabase.SECRET)
                            .contentType("application/json")
                            .content("{\"nickname\": \"%s\", \"email\": null, \"accountVersion\": %d}"
                                    .formatted(nickname, accountVersion)))
                    .hasStatus(204);

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
        members.claim(member.memberId(), 1, clock.instant().plusSeconds(5), clock.instant());

        assertThat(patch("{\"regionName\": \"Apia\"}")).hasStatus(503).hasHeader("Retry-After", "1");

        clock.advance(Duration.ofSeconds(5));
        assertThat(patch("{\"regionName\": \"Apia\"}")).hasStatusOk();
    }

    private interface Client {
        MockMvcRequestBuilder call(int number);
    }

    private static List<MvcTestResult> concurrently(Client client) throws Exception {
        List<MvcTestResult> answers = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, CLIENTS)
                    .mapToObj(i -> clients.submit(() -> client.call(i).exchange()))
                    .toList();
            for (Future<MvcTestResult> call : calls) {
                answers.add(call.get());
            }
        }
        return answers;
    }

    private Profile now() {
        return members.findProfile(member.memberId()).orElseThrow();
    }

    private MockMvcRequestBuilder patch(String body) {
        return http.patch()
                .uri("/v1/members/me")
                .header("Authorization", "Bearer " + token)
                .contentType("application/json")
                .content(body);
    }
}
