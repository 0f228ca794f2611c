package dev.haru.auth.personaltoken;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.AuthCalls.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The end and the use of personal access tokens. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by months
class PersonalTokenEndTests {

    private static final String FORM = "{\"name\": \"Backup script\", \"scopes\": [\"schedules:read\"]}";

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    @Autowired
    private PersonalTokenCleanup cleanup;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String nickname = freshNickname();
    private UUID account;
    private String session;
    private String token;
    private String tokenId;

    @BeforeEach
    void memberWithAToken() throws Exception {
        account = UUID.fromString(read(calls.register(nickname), "$.memberId"));
        session = read(calls.login(nickname, PASSWORD), "$.token");
        MvcTestResult created = calls.createToken(session, FORM);
        token = read(created, "$.token");
        tokenId = read(created, "$.tokenId");
        assertActive(true);
    }

    @Test
    void endedTokenIsRefusedAtOnce() {
        assertThat(calls.delete("tokens/" + tokenId, session)).hasStatus(204);

        assertActive(false);
        assertThat(calls.delete("tokens/" + tokenId, session)).hasStatus(404);
        assertThat(rows()).isZero();
        assertThat(jdbc.sql("select count(*) from security_event where account_id = ? and kind = 'token-ended'")
                        .param(account)
                        .query(Long.class)
                        .single())
                .isOne();
    }

    @Test
    void tokenOfAnotherMemberIsNotFound() throws Exception {
        String other = freshNickname();
        calls.register(other);
        String otherSession = read(calls.login(other, PASSWORD), "$.token");

        assertThat(calls.delete("tokens/" + tokenId, otherSession)).hasStatus(404);
        assertThat(readAll(calls.get("tokens", otherSession), "$.items")).isEmpty();
        assertActive(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"end all other sessions", "change the password", "erase"})
    void endOfAllSessionsEndsTheToken(String call) throws Exception {
        MvcTestResult answer = switch (call) {
            case "erase" -> calls.erase(session, PASSWORD);
            case "change the password" -> calls.changePassword(session, PASSWORD, "a better password");
            default -> calls.delete("sessions", session);
        };

        assertThat(answer.getResponse().getStatus()).isBetween(200, 204);
        assertActive(false);
        if (!call.equals("erase")) {
            assertThat(readAll(calls.get("tokens", session), "$.items")).isEmpty();
            assertThat(calls.delete("tokens/" + tokenId, session)).hasStatus(404);
            assertThat(calls.createToken(session, FORM)).hasStatus(201);
            assertThat(rows()).as("the ended row is deleted").isOne();
        }
    }

    @Test
    void tokenOutlivesItsSession() {
        assertThat(calls.logout(session)).hasStatus(204);

        assertActive(true);
    }

    @Test
    void tokenEndsAtItsExpiry() throws Exception {
        MvcTestResult created = calls.createToken(session, FORM.replace("}", ", \"expiresInDays\": 1}"));
        String shortLived = read(created, "$.token");
        assertThat(calls.introspect(shortLived))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);

        clock.advance(Duration.ofDays(1));

        assertThat(calls.introspect(shortLived))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(false);
        assertActive(true);
        awaitRowsAfterCleanup(1);
        clock.advance(Duration.ofDays(29));
        assertActive(false);
        awaitRowsAfterCleanup(0);
    }

    @Test
    void lastUseIsRecordedOnceAnHour() {
        Instant first = clock.instant();
        awaitUse(first);

        clock.advance(Duration.ofMinutes(59));
        assertActive(true);
        clock.advance(Duration.ofMinutes(1));
        Instant second = clock.instant();
        assertActive(true);

        awaitUse(second);
    }

    @Test
    void erasureByAPodOfTheVersionBeforeDeletesTheToken() {
        jdbc.sql("delete from account where id = ?").param(account).update();

        assertThat(rows()).isZero();
    }

    /** Runs clean-ups until so many tokens are left: one run omits a token whose use is being recorded. */
    private void awaitRowsAfterCleanup(int expected) {
        await().untilAsserted(() -> {
            cleanup.run();
            assertThat(rows()).isEqualTo(expected);
        });
    }

    private void awaitUse(Instant use) {
        await().untilAsserted(() -> assertThat(
                        jdbc.sql("select last_used_at from personal_access_token where account_id = ?")
                                .param(account)
                                .query((row, _) -> row.getTimestamp(1))
                                .optional())
                .hasValueSatisfying(recorded -> assertThat(recorded.toInstant()).isEqualTo(use)));
    }

    private void assertActive(boolean active) {
        assertThat(calls.introspect(token))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(active);
    }

    private long rows() {
        return jdbc.sql("select count(*) from personal_access_token where account_id = ?")
                .param(account)
                .query(Long.class)
                .single();
    }
}
