package dev.haru.auth.session;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** A request that waits for another transaction, and continues after that transaction has committed a change. */
@AuthServiceTest
class SimultaneousChangeTests {

    private static final String OTHER = "another password";

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    private final String nickname = freshNickname();

    private Connection connection;
    private JdbcClient other;

    @BeforeEach
    void member() throws SQLException {
        assertThat(calls.register(nickname)).hasStatus(201);
        connection = DriverManager.getConnection(EmbeddedDatabase.url(), "auth_service", EmbeddedDatabase.SECRET);
        connection.setAutoCommit(false);
        other = JdbcClient.create(new SingleConnectionDataSource(connection, true));
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void signInDuringAPasswordChangeOpensNoSession() throws Exception {
        storeHashOf(OTHER);

        MvcTestResult answer = duringTransaction(() -> login(PASSWORD));

        assertThat(answer).hasStatus(401).bodyJson().extractingPath("$.code").isEqualTo("invalid-credentials");
        assertThat(sessions()).isZero();
    }

    @Test
    void signInDuringAHashUpgradeOpensASession() throws Exception {
        storeHashOf(PASSWORD);

        assertThat(duringTransaction(() -> login(PASSWORD))).hasStatusOk();
    }

    @Test
    void signInDuringAnErasureOpensNoSession() throws Exception {
        other.sql("update account set erased_at = now() where nickname = ?")
                .param(nickname)
                .update();

        assertThat(duringTransaction(() -> login(PASSWORD))).hasStatus(401);
        assertThat(sessions()).isZero();
    }

    @Test
    void signInDuringTheEndOfAllSessionsUsesNoRecoveryCode() throws Exception {
        FactorCalls.Member member = factors.memberWithTotp("f" + nickname.substring(1));
        String transaction = factors.transaction(member);
        String code = member.recoveryCodes().getFirst();
        other.sql("update account set session_epoch = session_epoch + 1 where id = ?")
                .param(member.account())
                .update();

        MvcTestResult answer = duringTransaction(() -> factors.completeWithRecoveryCode(transaction, code));

        assertThat(answer).hasStatus(401).bodyJson().extractingPath("$.code").isEqualTo("invalid-transaction");
        assertThat(factors.completeWithRecoveryCode(factors.transaction(member), code))
                .as("the code is unused")
                .hasStatusOk();
    }

    @Test
    void erasureDuringAPasswordChangeIsRefused() throws Exception {
        String token = read(login(PASSWORD), "$.token");
        storeHashOf(OTHER);

        assertThat(duringTransaction(() -> calls.erase(token, PASSWORD))).hasStatus(422);
        assertThat(login(OTHER)).hasStatusOk();
    }

    @Test
    void erasureDuringAHashUpgradeSucceeds() throws Exception {
        String token = read(login(PASSWORD), "$.token");
        storeHashOf(PASSWORD);

        assertThat(duringTransaction(() -> calls.erase(token, PASSWORD))).hasStatus(202);
        assertThat(login(PASSWORD)).hasStatus(401);
    }

    @Test
    void passwordChangeDuringAPasswordChangeIsRefused() throws Exception {
        String token = read(login(PASSWORD), "$.token");
        storeHashOf(OTHER);

        assertThat(duringTransaction(() -> calls.changePassword(token, PASSWORD, "a better password")))
                .hasStatus(422);
        assertThat(login(OTHER)).hasStatusOk();
    }

    @Test
    void passwordChangeDuringAHashUpgradeSucceeds() throws Exception {
        String token = read(login(PASSWORD), "$.token");
        storeHashOf(PASSWORD);

        assertThat(duringTransaction(() -> calls.changePassword(token, PASSWORD, "a better password")))
                .hasStatus(204);
        assertThat(login(PASSWORD)).hasStatus(401);
        assertThat(login("a better password")).hasStatusOk();
    }

    @Test
    void nicknameChangeDoesNotRestoreTheOldPassword() throws Exception {
        UUID session = calls.sessionOf(read(login(PASSWORD), "$.token"));
        storeHashOf(OTHER);
        UUID account = jdbc.sql("select id from account where nickname = ?")
                .param(nickname)
                .query(UUID.class)
                .single();

        assertThat(duringTransaction(
                        () -> calls.identify(account, session, nickname, "\"%s@example.org\"".formatted(nickname))))
                .hasStatusOk();

        assertThat(login(PASSWORD)).hasStatus(401);
        assertThat(login(OTHER)).hasStatusOk();
    }

    @Test
    void nicknameChangeAndEndOfOtherSessionsDoNotDeadlock() throws Exception {
        String token = read(login(PASSWORD), "$.token");
        UUID session = calls.sessionOf(token);
        UUID account = other.sql("select account_id from session where id = ? for share")
                .param(session)
                .query(UUID.class)
                .single();

        CompletableFuture<MvcTestResult> end =
                CompletableFuture.supplyAsync(() -> calls.delete("sessions", token), Thread::startVirtualThread);
        await().until(() -> end.isDone() || waitingCalls() == 1);
        CompletableFuture<MvcTestResult> rename = CompletableFuture.supplyAsync(
                () -> calls.identify(account, session, "r" + nickname, "null"), Thread::startVirtualThread);
        await().until(() -> rename.isDone() || waitingCalls() == 2);
        connection.commit();

        assertThat(end.join()).hasStatus(204);
        assertThat(rename.join()).hasStatusOk();
    }

    private int waitingCalls() {
        return jdbc.sql(
                        "select count(*) from pg_stat_activity where usename = 'auth_service' and wait_event_type = 'Lock'")
                .query(Integer.class)
                .single();
    }

    @Test
    void signOutRevokesTheTokenOfAConcurrentRefresh() throws Exception {
        String token = read(login(PASSWORD), "$.token");
        String refreshed = refreshOf(token);

        assertThat(duringTransaction(() -> calls.logout(token))).hasStatus(204);

        assertThat(isRevoked(refreshed)).isTrue();
    }

    @Test
    void endOfOtherSessionsRevokesAConcurrentRefresh() throws Exception {
        String refreshed = refreshOf(read(login(PASSWORD), "$.token"));
        String token = read(login(PASSWORD), "$.token");

        assertThat(duringTransaction(() -> calls.delete("sessions", token))).hasStatus(204);

        assertThat(isRevoked(refreshed)).isTrue();
        assertThat(isRevoked(token)).isFalse();
    }

    /**
     * Makes the call, which waits for the open transaction of the other connection, and then commits that transaction.
     */
    private MvcTestResult duringTransaction(Supplier<MvcTestResult> call) throws SQLException {
        CompletableFuture<MvcTestResult> answer = CompletableFuture.supplyAsync(call);
        await().until(() -> answer.isDone() || isCallBlocked());
        connection.commit();
        return answer.join();
    }

    private boolean isCallBlocked() {
        return jdbc.sql("""
                        select exists (
                            select 1 from pg_stat_activity
                            where usename = 'auth_service' and :holder = any (pg_blocking_pids(pid)))
                        """).param("holder", blockerPid()).query(Boolean.class).single();
    }

    private int blockerPid() {
        return other.sql("select pg_backend_pid()").query(Integer.class).single();
    }

    private void storeHashOf(String password) {
        other.sql("update account set password_hash = ? where nickname = ?")
                .param("{bcrypt}" + new BCryptPasswordEncoder(4).encode(password))
                .param(nickname)
                .update();
    }

    /** Issues a new token of the same session, as a refresh does. */
    private String refreshOf(String token) {
        String refreshed = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        other.sql("""
                        with locked as (
                            select session.id, session.account_id
                            from session join access_token on access_token.session_id = session.id
                            where hash = sha256(cast(:token as bytea))
                            for update)
                        insert into access_token (hash, session_id, account_id, expires_at)
                        select sha256(cast(:refreshed as bytea)), id, account_id, now() + interval '10 years' from locked
                        """).param("token", token).param("refreshed", refreshed).update();
        return refreshed;
    }

    private int sessions() {
        return jdbc.sql("""
                        select count(*) from session join account on account.id = session.account_id where nickname = ?
                        """).param(nickname).query(Integer.class).single();
    }

    /**
     * Whether the token is revoked in the table. The caches know of the revocation for a while, whatever the table
     * contains.
     */
    private boolean isRevoked(String token) {
        return jdbc.sql("select revoked_at is not null from access_token where hash = sha256(cast(? as bytea))")
                .param(token)
                .query(Boolean.class)
                .single();
    }

    private MvcTestResult login(String password) {
        return calls.login(nickname, password);
    }
}
