package dev.haru.auth.account;

import static dev.haru.auth.AccountFixture.freshNickname;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.token.Sha256;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by months
class IdentifiersTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    @Autowired
    private NicknameCleanup cleanup;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String nickname = freshNickname();
    private UUID account;
    private String token;
    private UUID session;

    @BeforeEach
    void signIn() throws Exception {
        account = register(nickname);
        token = AuthCalls.read(calls.login(nickname, AuthCalls.PASSWORD), "$.token");
        session = calls.sessionOf(token);
    }

    @Test
    void freeIdentifiersAreTakenAndPublished() {
        String other = freshNickname();

        MvcTestResult answer = identify(other, "\"%s@example.org\"".formatted(other));

        assertThat(answer)
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.accountVersion")
                .isEqualTo(1);
        assertThat(calls.login(other, AuthCalls.PASSWORD)).hasStatusOk();
        assertThat(publishedChanges()).singleElement().asString().contains("identified", other);
    }

    /** U+3164 draws nothing, but is a letter. Earlier releases accepted it. */
    @Test
    void nicknameOlderThanTheRulesSignsInAndKeepsItsEmail() {
        Nickname old = Nickname.of("\u3164\u3164");
        jdbc.sql("update account set nickname = ?, nickname_key = ? where id = ?")
                .params(old.text(), old.key(), account)
                .update();

        assertThat(calls.login("\u3164\u3164", AuthCalls.PASSWORD)).hasStatusOk();
        assertThat(identify(old.text(), "\"" + freshNickname() + "@example.org\""))
                .hasStatusOk();
        assertThat(identify(old.text() + "\u3164", "null"))
                .hasStatus(HttpStatus.BAD_REQUEST)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("nickname");
    }

    @Test
    void changeIsRecordedWithSessionAndOrigin() {
        identify(freshNickname(), "null");
        assertThat(eventsOf(session))
                .contains("nickname-changed 192.0.2.7 test")
                .doesNotContain("email-changed");

        identify(freshNickname(), "\"" + freshNickname() + "@example.org\"");
        assertThat(eventsOf(session)).contains("email-changed 192.0.2.7 test");
    }

    @Test
    void sameIdentifiersNeedNoProofAndChangeNothing() {
        clock.advance(Duration.ofMinutes(6));

        assertThat(identify(nickname, "null"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.accountVersion")
                .isEqualTo(0);
        assertThat(publishedChanges()).isEmpty();
    }

    @Test
    void changeLongAfterSignInNeedsConfirmation() {
        clock.advance(Duration.ofMinutes(5));
        assertRefused(identify(freshNickname(), "null"), 403, "confirmation-required");
        assertRefused(identify(nickname, "\"a@example.org\""), 403, "confirmation-required");
        assertThat(publishedChanges()).isEmpty();

        assertThat(calls.confirm(token, AuthCalls.PASSWORD)).hasStatus(204);
        assertThat(eventsOf(session)).contains("password-confirmed");
        assertThat(identify(freshNickname(), "null")).hasStatusOk();

        clock.advance(Duration.ofMinutes(5));
        assertRefused(identify(freshNickname(), "null"), 403, "confirmation-required");
    }

    @Test
    void confirmationWithWrongPasswordIsRefused() {
        clock.advance(Duration.ofMinutes(5));
        assertRefused(calls.confirm(token, "not-" + AuthCalls.PASSWORD), 422, "wrong-current-password");
        assertRefused(identify(freshNickname(), "null"), 403, "confirmation-required");
    }

    @Test
    void refreshDoesNotRenewTheProof() throws Exception {
        MvcTestResult signedIn = calls.login(nickname, AuthCalls.PASSWORD);
        UUID refreshed = calls.sessionOf(AuthCalls.read(signedIn, "$.token"));
        clock.advance(Duration.ofMinutes(5));
        assertThat(calls.refresh(AuthCalls.read(signedIn, "$.refreshToken"))).hasStatusOk();
        assertRefused(calls.identify(account, refreshed, freshNickname(), "null"), 403, "confirmation-required");
    }

    @Test
    void proofOfAnotherSessionOrAccountIsRefused() throws Exception {
        String otherNickname = freshNickname();
        register(otherNickname);
        UUID otherSession = calls.sessionOf(AuthCalls.read(calls.login(otherNickname, AuthCalls.PASSWORD), "$.token"));
        assertRefused(calls.identify(account, otherSession, freshNickname(), "null"), 403, "confirmation-required");
        assertRefused(calls.identify(account, null, freshNickname(), "null"), 403, "confirmation-required");

        assertThat(calls.logout(token)).hasStatus(204);
        assertRefused(identify(freshNickname(), "null"), 403, "confirmation-required");
    }

    @Test
    void takenNicknameIsRefusedAndNothingChanges() throws Exception {
        String taken = freshNickname();
        register(taken);

        assertRefused(identify(taken, "null"), 409, "nickname-taken");
        assertThat(calls.login(nickname, AuthCalls.PASSWORD)).hasStatusOk();
        assertThat(publishedChanges()).isEmpty();
    }

    @Test
    void freedNicknameIsHeldForItsLastOwnerForThirtyDays() throws Exception {
        identify(freshNickname(), "null");
        UUID other = register(freshNickname());
        String others = AuthCalls.read(calls.login(nicknameOf(other), AuthCalls.PASSWORD), "$.token");

        assertRefused(calls.register(nickname.toUpperCase(Locale.ROOT)), 409, "nickname-taken");
        assertRefused(calls.identify(other, calls.sessionOf(others), nickname, "null"), 409, "nickname-taken");
        assertThat(identify(nickname, "null")).as("taken back").hasStatusOk();

        identify(freshNickname(), "null");
        clock.advance(Duration.ofDays(30).minusSeconds(1));
        assertRefused(calls.register(nickname), 409, "nickname-taken");
        clock.advance(Duration.ofSeconds(1));
        assertThat(calls.register(nickname)).hasStatus(201);
    }

    @Test
    void nicknameOfErasedAccountIsHeldForThirtyDays() {
        assertThat(calls.erase(token, AuthCalls.PASSWORD)).hasStatus(202);
        assertRefused(calls.register(nickname), 409, "nickname-taken");
        clock.advance(Duration.ofDays(30));
        assertThat(calls.register(nickname)).hasStatus(201);
    }

    /** Java's lower case keeps ẞ and ss apart. */
    @Test
    void otherSpellingOfFreedNicknameIsHeld() {
        String rest = freshNickname();
        assertThat(identify(rest + "\u1e9e", "null")).hasStatusOk();
        assertThat(identify(freshNickname(), "null")).hasStatusOk();

        assertRefused(calls.register(rest + "SS"), 409, "nickname-taken");
        assertRefused(calls.register(rest + "\u00df"), 409, "nickname-taken");
        assertRefused(calls.register(rest + "\u1e9e"), 409, "nickname-taken");
        assertThat(identify(rest + "ss", "null")).as("taken back").hasStatusOk();
    }

    @Test
    void otherSpellingOfErasedAccountsNicknameIsHeld() {
        String rest = freshNickname();
        assertThat(identify(rest + "\u1e9e", "null")).hasStatusOk();
        assertThat(calls.erase(token, AuthCalls.PASSWORD)).hasStatus(202);

        assertRefused(calls.register(rest + "ss"), 409, "nickname-taken");
        assertRefused(calls.register(rest + "\u1e9e"), 409, "nickname-taken");
    }

    @Test
    void nicknameFreedByAnOlderVersionIsHeld() {
        String freed = freshNickname() + "\u1e9e";
        jdbc.sql("insert into freed_nickname (digest, account_id, freed_at) values (:digest, :account, :now)")
                .param("digest", Sha256.of(Nickname.foldedBefore(freed)))
                .param("account", UUID.randomUUID())
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .update();

        assertRefused(calls.register(freed), 409, "nickname-taken");
    }

    @Test
    void rowOfThePreviousKeyCountsAsNoFurtherNickname() {
        for (int i = 0; i < 10; i++) {
            assertThat(identify(freshNickname() + "\u1e9e", "null")).hasStatusOk();
        }
        assertRefused(identify(freshNickname(), "null"), 409, "nickname-change-limit");
    }

    @Test
    void lookAlikeOfFreedNicknameIsHeldForThirtyDays() {
        String rest = freshNickname();
        assertThat(identify("a" + rest, "null")).hasStatusOk();
        assertThat(identify(freshNickname(), "null")).hasStatusOk();

        assertRefused(calls.register("\u0430" + rest), 409, "nickname-taken");
        clock.advance(Duration.ofDays(30));
        assertThat(calls.register("\u0430" + rest)).hasStatus(201);
    }

    @Test
    void changeOfCapitalsToAHeldLookAlikeIsRefused() throws Exception {
        String rest = freshNickname();
        assertThat(identify("l" + rest, "null")).hasStatusOk();
        UUID other = register("i" + rest);
        String others = AuthCalls.read(calls.login("i" + rest, AuthCalls.PASSWORD), "$.token");
        assertThat(identify(freshNickname(), "null")).hasStatusOk();

        assertRefused(calls.identify(other, calls.sessionOf(others), "I" + rest, "null"), 409, "nickname-taken");
        assertThat(nicknameOf(other)).isEqualTo("i" + rest);
    }

    @Test
    void lookAlikeOfErasedAccountsNicknameIsHeld() {
        String rest = freshNickname();
        assertThat(identify("a" + rest, "null")).hasStatusOk();
        assertThat(calls.erase(token, AuthCalls.PASSWORD)).hasStatus(202);

        assertRefused(calls.register("\u0430" + rest), 409, "nickname-taken");
    }

    @Test
    void changeWithTenHeldNicknamesIsRefused() {
        for (int i = 0; i < 10; i++) {
            assertThat(identify(freshNickname(), "null")).hasStatusOk();
        }
        assertRefused(identify(freshNickname(), "null"), 409, "nickname-change-limit");
        assertThat(identify(nicknameOf(account), "\"" + nickname + "@example.org\""))
                .hasStatusOk();
        assertThat(identify(nickname, "null")).as("taken back").hasStatus(200);
    }

    @Test
    void concurrentRegistrationsOfFreedNicknameAreAllRefused() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < 5; round++) {
                String wanted = nicknameOf(account);
                List<Callable<MvcTestResult>> all = new ArrayList<>();
                all.add(() -> identify(freshNickname(), "null"));
                for (int i = 0; i < 7; i++) {
                    all.add(() -> calls.register(wanted));
                }
                List<Integer> statuses = new ArrayList<>();
                for (Future<MvcTestResult> answer : threads.invokeAll(all)) {
                    statuses.add(answer.get().getResponse().getStatus());
                }
                assertThat(statuses.getFirst()).isEqualTo(200);
                assertThat(statuses.subList(1, 8)).containsOnly(409);
            }
        }
    }

    @Test
    void cleanUpDeletesNicknamesWhoseHoldIsOver() {
        identify(freshNickname(), "null");
        clock.advance(Duration.ofDays(29));
        cleanup.run();
        assertThat(heldBy(account)).isOne();
        clock.advance(Duration.ofDays(1));
        cleanup.run();
        assertThat(heldBy(account)).isZero();
    }

    @Test
    void lookAlikeOfTakenNicknameIsRefused() throws Exception {
        String rest = freshNickname();
        register("a" + rest);

        assertThat(identify("\u0430" + rest, "null"))
                .hasStatus(409)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("nickname-taken");
        assertThat(publishedChanges()).isEmpty();
    }

    @Test
    void changeOfOwnNicknamesCaseIsAccepted() {
        assertThat(identify(nickname.toUpperCase(Locale.ROOT), "null")).hasStatusOk();
    }

    @Test
    void unknownAccountIsNotFound() {
        assertThat(calls.identify(UUID.randomUUID(), session, freshNickname(), "null"))
                .hasStatus(404);
    }

    @Test
    void invalidNicknameIsReportedByField() {
        assertThat(identify("two words", "null"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("nickname");
    }

    private MvcTestResult identify(String newNickname, String email) {
        return calls.identify(account, session, newNickname, email);
    }

    private static void assertRefused(MvcTestResult answer, int status, String code) {
        assertThat(answer).hasStatus(status).bodyJson().extractingPath("$.code").isEqualTo(code);
    }

    private UUID register(String newNickname) throws Exception {
        return UUID.fromString(AuthCalls.read(calls.register(newNickname), "$.memberId"));
    }

    private String nicknameOf(UUID id) {
        return jdbc.sql("select nickname from account where id = ?")
                .param(id)
                .query(String.class)
                .single();
    }

    private int heldBy(UUID id) {
        return jdbc.sql("select count(*) from freed_nickname where account_id = ?")
                .param(id)
                .query(Integer.class)
                .single();
    }

    private String eventsOf(UUID ofSession) {
        return String.join(
                ", ",
                jdbc.sql("""
                                select kind || ' ' || address || ' ' || coalesce(user_agent, '') from security_event
                                where account_id = ? and session_id = ?
                                """)
                        .param(account)
                        .param(ofSession)
                        .query(String.class)
                        .list());
    }

    private List<String> publishedChanges() {
        return jdbc.sql("select payload::text from outbox where account_id = ? and payload ->> 'kind' = 'identified'")
                .param(account)
                .query((row, _) -> row.getString(1))
                .list();
    }
}
