package dev.haru.auth.session;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/**
 * The end of sessions changes the same few rows, however many tokens there are. With
 * {@code -Dharu.test.live-tokens=1000000}, this class is a measurement, and the log has the time of each call.
 */
@AuthServiceTest
class EndingTests {

    private static final Logger log = LoggerFactory.getLogger(EndingTests.class);
    private static final int TOKENS = Integer.getInteger("haru.test.live-tokens", 20_000);

    /** A call revokes up to 200 tokens for pods of the previous release. An erasure also removes up to 250 rows. */
    private static final int FEW_ROWS = 451;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private TokenCleanup cleanup;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String nickname = freshNickname();
    private UUID account;
    private String token;
    private String stolen;
    private UUID stolenSession;

    @BeforeEach
    void memberWithAStolenSession() throws Exception {
        account = UUID.fromString(read(calls.register(nickname), "$.memberId"));
        stolen = read(calls.login(nickname, PASSWORD), "$.token");
        stolenSession = UUID.fromString(read(calls.introspect(stolen), "$.sid"));
        clock.advance(Duration.ofSeconds(1));
        token = read(calls.login(nickname, PASSWORD), "$.token");
        for (int left = TOKENS; left > 0; left -= 50_000) {
            jdbc.sql("""
                    insert into access_token (hash, session_id, account_id, expires_at)
                    select sha256(cast(gen_random_uuid() as text)::bytea), :session, :account,
                           :expires + i * interval '1 microsecond'
                    from generate_series(1, :count) i
                    """)
                    .param("session", stolenSession)
                    .param("account", account)
                    .param("expires", clock.instant().plusSeconds(1800).atOffset(ZoneOffset.UTC))
                    .param("count", Math.min(50_000, left))
                    .update();
        }
        jdbc.sql("analyze access_token").update();
    }

    @AfterEach
    void deleteTokens() {
        jdbc.sql("delete from access_token where account_id = ?").param(account).update();
        jdbc.sql("delete from token_history where account_id = ?")
                .param(account)
                .update();
    }

    @Test
    void signOutTouchesFewRows() {
        assertTouchesFewRows("sign out", () -> calls.logout(stolen), 204);

        assertThat(calls.introspect(stolen)).bodyJson().isLenientlyEqualTo("{\"active\": false}");
    }

    @Test
    void endOfASessionTouchesFewRows() {
        assertTouchesFewRows("end a session", () -> calls.delete("sessions/" + stolenSession, token), 204);

        assertStolenIsRefused();
    }

    @Test
    void endOfAllOtherSessionsTouchesFewRows() {
        assertTouchesFewRows("end all others", () -> calls.delete("sessions", token), 204);

        assertStolenIsRefused();
        assertThat(calls.get("sessions", token)).hasStatusOk();
    }

    @Test
    void passwordChangeTouchesFewRows() {
        assertTouchesFewRows(
                "change the password", () -> calls.changePassword(token, PASSWORD, "a better password"), 204);

        assertStolenIsRefused();
        assertThat(calls.get("sessions", token)).hasStatusOk();
    }

    @Test
    void erasureTouchesFewRows() {
        assertTouchesFewRows("erase", () -> calls.erase(token, PASSWORD), 202);

        assertThat(calls.introspect(stolen)).bodyJson().isLenientlyEqualTo("{\"active\": false}");
    }

    @Test
    void cleanUpRemovesTheRemainingTokens() {
        assertThat(calls.delete("sessions", token)).hasStatus(204);

        cleanup.finishEnding();

        assertThat(rows("access_token where account_id = ?"))
                .as("the caller's own token")
                .isOne();
        assertThat(rows("account where id = ? and ending_since is not null")).isZero();
    }

    private void assertTouchesFewRows(String name, Supplier<MvcTestResult> call, int status) {
        long before = changedTokens();
        long begun = System.nanoTime();
        MvcTestResult answer = call.get();
        long micros = (System.nanoTime() - begun) / 1000;
        assertThat(answer).hasStatus(status);
        log.info("{} with {} tokens: {} ms", name, TOKENS, micros / 1000.0);
        assertThat(changedTokens() - before).isLessThan(FEW_ROWS);
    }

    /** The number of access tokens of the stolen session that were revoked or removed. */
    private long changedTokens() {
        return 1L
                + TOKENS
                - rows("access_token where account_id = ? and revoked_at is null and session_id = '" + stolenSession
                        + "'");
    }

    private void assertStolenIsRefused() {
        assertThat(calls.introspect(stolen)).bodyJson().isLenientlyEqualTo("{\"active\": false}");
        assertThat(calls.get("sessions", stolen)).hasStatus(401);
        assertThat(jdbc.sql("""
                        select count(*) from access_token token
                          join session on session.id = session_id join account on account.id = session.account_id
                        where token.session_id = ? and ended_at is null and epoch >= session_epoch
                        """).param(stolenSession).query(Integer.class).single())
                .isZero();
    }

    private int rows(String from) {
        return jdbc.sql("select count(*) from " + from)
                .param(account)
                .query(Integer.class)
                .single();
    }
}
