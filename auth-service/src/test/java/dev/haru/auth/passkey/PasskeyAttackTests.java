package dev.haru.auth.passkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.SoftwareAuthenticator;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Responses that must be refused. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it
class PasskeyAttackTests {

    private static final String OTHER_ORIGIN = "https://evil.example";

    @Autowired
    private MockMvcTester http;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private PasskeyMember member;
    private SoftwareAuthenticator authenticator;

    @BeforeEach
    void registerPasskey() throws Exception {
        member = new PasskeyMember(http, calls);
        authenticator = member.addPasskey();
    }

    @Test
    void registrationAtAnotherOriginIsRefused() throws Exception {
        refused(member.register(PasskeyMember.authenticator().origin(OTHER_ORIGIN)), 422);
    }

    @Test
    void registrationForAnotherRpIsRefused() throws Exception {
        refused(member.register(PasskeyMember.authenticator().rpId("evil.example")), 422);
    }

    @Test
    void registrationOfAnUnverifiedUserIsRefused() throws Exception {
        refused(member.register(PasskeyMember.authenticator().withoutUserVerification()), 422);
    }

    @Test
    void algorithmThatWasNotOfferedIsRefused() throws Exception {
        refused(member.register(SoftwareAuthenticator.withAlgorithmNotOffered(PasskeyMember.ORIGIN, "localhost")), 422);
    }

    @Test
    void credentialOfAnotherMemberIsRefused() throws Exception {
        PasskeyMember thief = new PasskeyMember(http, calls);
        MvcTestResult taken = thief.register(PasskeyMember.authenticator().claiming(authenticator));

        assertThat(taken).hasStatus(409);
        assertThat(taken).bodyJson().extractingPath("$.code").isEqualTo("passkey-already-registered");
        assertThat(thief.passkeys()).isEmpty();
    }

    @Test
    void registrationChallengeIsBoundToItsSession() throws Exception {
        PasskeyMember other = new PasskeyMember(http, calls);
        MvcTestResult options = other.post("factors/passkeys/options", null);

        refused(
                member.add(PasskeyMember.authenticator()
                        .create(AuthCalls.read(options, "$.challenge"), AuthCalls.read(options, "$.user.id"))),
                422);
    }

    @Test
    void signInAtAnotherOriginIsRefused() throws Exception {
        refused(member.signIn(authenticator.origin(OTHER_ORIGIN)), 401);
    }

    @Test
    void signInForAnotherRpIsRefused() throws Exception {
        refused(member.signIn(authenticator.rpId("evil.example")), 401);
    }

    @Test
    void signInOfAnUnverifiedUserIsRefused() throws Exception {
        refused(member.signIn(authenticator.withoutUserVerification()), 401);
    }

    @Test
    void signInWithAnotherKeyIsRefused() throws Exception {
        String user = Base64Url.encode(PasskeyVerification.handleOf(member.account));
        refused(
                member.signIn(
                        PasskeyMember.authenticator().claiming(authenticator).userId(user)),
                401);
    }

    @Test
    void signInAsAnotherUserIsRefused() throws Exception {
        PasskeyMember other = new PasskeyMember(http, calls);
        refused(
                member.signIn(authenticator.userId(Base64Url.encode(PasskeyVerification.handleOf(other.account)))),
                401);
        refused(member.signIn(authenticator.userId("")), 401);
    }

    @Test
    void replayedResponseIsRefused() throws Exception {
        String response = authenticator.get(member.signInChallenge());

        assertThat(member.signIn(response)).hasStatusOk();
        refused(member.signIn(response), 401);
        assertThat(countsOfDecreasedCounters()).isZero();
    }

    @Test
    void concurrentReplaysSignInOnce() throws Exception {
        String response = authenticator.signCount(-1).get(member.signInChallenge());
        try (ExecutorService clients = Executors.newFixedThreadPool(8)) {
            List<Future<Integer>> all = clients.invokeAll(Collections.nCopies(8, (Callable<Integer>)
                    () -> member.signIn(response).getResponse().getStatus()));
            assertThat(all).extracting(Future::get).containsOnlyOnce(200).contains(401);
        }
    }

    @Test
    void counterThatGoesBackIsRefusedAndLeavesAnEvent() throws Exception {
        assertThat(member.signIn(authenticator.signCount(41))).hasStatusOk();

        refused(member.signIn(authenticator.signCount(41)), 401);
        refused(member.signIn(authenticator.signCount(7)), 401);

        await().untilAsserted(() -> assertThat(countsOfDecreasedCounters()).isEqualTo(2));
        assertThat(member.signIn(authenticator.signCount(42))).hasStatusOk();
    }

    @Test
    void expiredChallengeIsRefused() throws Exception {
        String response = authenticator.get(member.signInChallenge());
        clock.advance(Duration.ofMinutes(5));
        refused(member.signIn(response), 401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AAAA", "rHsJW2Pjr0XkBVy9tCk6oRZUuVdnn3SxsuFjUqlz1LbBM6QTmjdqVvJn1AhEJ2ncLjjGxM2n8zM"})
    void challengeOfAnotherIssuerIsRefused(String challenge) throws Exception {
        refused(member.signIn(authenticator.get(challenge)), 401);
    }

    @Test
    void responseOfAnotherCeremonyIsRefused() throws Exception {
        String registration = AuthCalls.read(member.post("factors/passkeys/options", null), "$.challenge");

        refused(member.signIn(authenticator.get(member.confirmationChallenge())), 401);
        refused(member.confirm(authenticator.get(member.signInChallenge())), 422);
        refused(member.confirm(authenticator.get(registration)), 422);
        refused(member.signIn(authenticator.get("webauthn.create", member.signInChallenge())), 401);
    }

    @Test
    void passkeyOfAnotherMemberConfirmsNothing() throws Exception {
        PasskeyMember thief = new PasskeyMember(http, calls);
        SoftwareAuthenticator own = thief.addPasskey();

        refused(member.confirm(own.get(member.confirmationChallenge())), 422);
        refused(thief.confirm(own.get(member.confirmationChallenge())), 422);
    }

    @ParameterizedTest
    @ValueSource(strings = {"not base64url!", "====", "A"})
    void textThatIsNotBase64urlIsNamed(String text) {
        MvcTestResult invalid = member.signIn("""
                {"id": "AAAA", "response": {"clientDataJSON": "%s", "authenticatorData": "AAAA", "signature": "AAAA"}}
                """.formatted(text));

        assertThat(invalid).hasStatus(400);
        assertThat(invalid)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("credential.response.clientDataJSON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AAAA", "bnVsbA", "e30", "W10", "eyJ0eXBlIjoxLCJjaGFsbGVuZ2UiOltdfQ", "n5-fn5-fn58"})
    void hostileBytesAreRefused(String bytes) {
        refused(member.signIn("""
                {"id": "%1$s", "response": {"clientDataJSON": "%1$s", "authenticatorData": "%1$s", "signature": "%1$s"}}
                """.formatted(bytes)), 401);
        refused(member.add("""
                {"response": {"clientDataJSON": "%1$s", "attestationObject": "%1$s"}}
                """.formatted(bytes)), 422);
    }

    @Test
    void oversizedResponsesAreRefusedBeforeTheyAreDecoded() {
        assertThat(member.signIn("""
                {"id": "AAAA", "response": {"clientDataJSON": "%s", "authenticatorData": "AAAA", "signature": "AAAA"}}
                """.formatted("A".repeat(4097)))).hasStatus(400);
        assertThat(member.signIn("{\"id\": \"%s\"}".formatted("A".repeat(1 << 20))))
                .hasStatus(413);
    }

    private void refused(MvcTestResult result, int status) {
        assertThat(result).hasStatus(status);
        assertThat(result).bodyJson().extractingPath("$.code").isEqualTo("invalid-passkey");
    }

    private int countsOfDecreasedCounters() {
        return jdbc.sql(
                        "select count(*) from security_event where account_id = ? and kind = 'passkey-counter-decreased'")
                .param(member.account)
                .query(Integer.class)
                .single();
    }
}
