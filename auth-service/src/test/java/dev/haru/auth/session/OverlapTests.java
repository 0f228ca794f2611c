package dev.haru.auth.session;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Pods of the previous release run beside this one. This class contains copies of their statements. */
@AuthServiceTest
class OverlapTests {

    private static final SecureRandom RANDOM = new SecureRandom();

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    @Autowired
    private SessionStore store;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String nickname = freshNickname();
    private UUID account;

    @BeforeEach
    void member() throws Exception {
        account = UUID.fromString(read(calls.register(nickname), "$.memberId"));
    }

    @Test
    void sessionOpenedByAnOldPodAfterAnEndIsValid() throws Exception {
        assertThat(calls.delete("sessions", login())).hasStatus(204);

        OldPair opened = openAsAnOldPod();

        assertThat(calls.get("sessions", opened.access().value())).hasStatusOk();
        assertThat(calls.refresh(opened.refresh().value())).hasStatusOk();
    }

    @Test
    void sessionEndedByAnOldPodIsRefused() throws Exception {
        String token = login();
        jdbc.sql("update session set ended_at = ? where account_id = ?")
                .params(now(), account)
                .update();

        assertThat(calls.introspect(token)).bodyJson().isLenientlyEqualTo("{\"active\": false}");
    }

    @Test
    void endedSessionIsRefusedByAnOldPod() throws Exception {
        String token = login();
        assertThat(isAcceptedByAnOldPod(token)).isTrue();

        assertThat(calls.logout(token)).hasStatus(204);

        assertThat(isAcceptedByAnOldPod(token)).isFalse();
    }

    @Test
    void sessionsEndedTogetherAreRefusedByAnOldPod() throws Exception {
        String one = login();
        String other = login();
        String kept = login();

        assertThat(calls.delete("sessions", kept)).hasStatus(204);

        assertThat(isAcceptedByAnOldPod(one)).isFalse();
        assertThat(isAcceptedByAnOldPod(other)).isFalse();
        assertThat(isAcceptedByAnOldPod(kept)).isTrue();
        assertThat(openSessionsOfAnOldPod()).isOne();
    }

    @Test
    void tokensOfAnErasedAccountAreRefusedByAnOldPod() throws Exception {
        String one = login();
        FakeService.resetConnections();

        assertThat(calls.erase(login(), PASSWORD)).hasStatus(202);

        assertThat(isAcceptedByAnOldPod(one)).isFalse();
    }

    @Test
    void refreshTokenRotatedByAnOldPodIsAccepted() throws Exception {
        String refreshToken =
                read(calls.refresh(read(calls.login(nickname, PASSWORD), "$.refreshToken")), "$.refreshToken");

        Token rotated = rotateAsAnOldPod(refreshToken);

        clock.advance(Duration.ofSeconds(11));
        assertThat(calls.refresh(rotated.value())).hasStatusOk();
        clock.advance(Duration.ofSeconds(11));
        assertThat(calls.refresh(refreshToken)).as("reuse").hasStatus(401);
        assertThat(openSessionsOfAnOldPod()).isZero();
    }

    @Test
    void replayAfterAnOldPodsRotationIsAcceptedInTheWindow() throws Exception {
        String refreshToken = read(calls.login(nickname, PASSWORD), "$.refreshToken");
        rotateAsAnOldPod(refreshToken);

        clock.advance(Duration.ofSeconds(9));
        assertThat(calls.refresh(refreshToken)).hasStatusOk();
    }

    @Test
    void endOfOtherSessionsDoesNotKeepAnEndedSession() throws Exception {
        String ended = login();
        UUID session = UUID.fromString(read(calls.introspect(ended), "$.sid"));
        assertThat(calls.delete("sessions", login())).hasStatus(204);
        jdbc.sql("update session set ended_at = null where id = ?")
                .param(session)
                .update();

        store.endOthers(account, session, clock.instant());

        assertThat(jdbc.sql("select epoch from session where id = ?")
                        .param(session)
                        .query(Long.class)
                        .single())
                .isZero();
    }

    private String login() throws Exception {
        clock.advance(Duration.ofMillis(1));
        return read(calls.login(nickname, PASSWORD), "$.token");
    }

    private OldPair openAsAnOldPod() {
        OldPair pair = new OldPair(Token.access(RANDOM), Token.refresh(RANDOM));
        jdbc.sql("""
                with opened as (
                    insert into session (id, account_id, created_at, last_used_at, user_agent, address)
                    select uuidv7(), id, :now, :now, null, '192.0.2.1' from account
                    where id = :account and erased_at is null
                    for share
                    returning id),
                access as (
                    insert into access_token (hash, session_id, account_id, expires_at)
                    select :accessHash, id, :account, :expiresAt from opened)
                insert into refresh_token (hash, session_id, expires_at)
                select :refreshHash, id, :expiresAt from opened
                """)
                .param("account", account)
                .param("now", now())
                .param("expiresAt", now().plusHours(1))
                .param("accessHash", pair.access().hash())
                .param("refreshHash", pair.refresh().hash())
                .update();
        return pair;
    }

    private Token rotateAsAnOldPod(String old) {
        Token rotated = Token.refresh(RANDOM);
        jdbc.sql("""
                with rotated as (
                    update refresh_token set rotated_at = coalesce(rotated_at, :now) where hash = :oldHash
                    returning session_id),
                used as (
                    update session set last_used_at = :now where id in (select session_id from rotated))
                insert into refresh_token (hash, session_id, expires_at)
                select :hash, session_id, :expiresAt from rotated
                """)
                .param("now", now())
                .param("oldHash", new Token(old).hash())
                .param("hash", rotated.hash())
                .param("expiresAt", now().plusDays(30))
                .update();
        return rotated;
    }

    private boolean isAcceptedByAnOldPod(String token) {
        return jdbc.sql("""
                        select count(*) from access_token where hash = ? and revoked_at is null and expires_at > ?
                        """)
                        .params(new Token(token).hash(), now())
                        .query(Integer.class)
                        .single()
                > 0;
    }

    private int openSessionsOfAnOldPod() {
        return jdbc.sql("select count(*) from session where account_id = ? and ended_at is null")
                .param(account)
                .query(Integer.class)
                .single();
    }

    private OffsetDateTime now() {
        return clock.instant().atOffset(ZoneOffset.UTC);
    }

    private record OldPair(Token access, Token refresh) {}
}
