package dev.haru.auth.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.Neighbour;
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
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** What becomes of a call that began before another one was committed, and ends after it. */
@AuthServiceTest
class SimultaneousChangeTests {

    private static final String PASSWORD = "password12345678";
    private static final String OTHER = "another password";

    @Autowired
    private MockMvcTester http;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    private final String nickname = "n" + UUID.randomUUID().toString().substring(0, 13);

    private Connection connection;
    private JdbcClient other;

    @BeforeEach
    void member() throws SQLException {
        Neighbour.takesEverything();
        assertThat(post("register", """
                {"nickname": "%s", "password": "%s", "region_name": "Seoul"}
                """.formatted(nickname, PASSWORD))).hasStatus(201);
        connection = DriverManager.getConnection(EmbeddedDatabase.url(), "auth_service", EmbeddedDatabase.SECRET);
        connection.setAutoCommit(false);
        other = JdbcClient.create(new SingleConnectionDataSource(connection, true));
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void signInWithThePasswordThatIsBeingChangedOpensNoSession() throws Exception {
        storeHashOf(OTHER);

        MvcTestResult answer = whileItIsUndecided(() -> login(PASSWORD));

        assertThat(answer).hasStatus(401).bodyJson().extractingPath("$.code").isEqualTo("invalid-credentials");
        assertThat(sessions()).isZero();
    }

    @Test
    void signInWhileTheHashIsMadeStrongerOpensASession() throws Exception {
        storeHashOf(PASSWORD);

        assertThat(whileItIsUndecided(() -> login(PASSWORD))).hasStatusOk();
    }

    @Test
    void signInToAnAccountThatIsBeingErasedOpensNoSession() throws Exception {
        other.sql("update account set erased_at = now() where nickname = ?")
                .param(nickname)
                .update();

        assertThat(whileItIsUndecided(() -> login(PASSWORD))).hasStatus(401);
        assertThat(sessions()).isZero();
    }

    @Test
    void erasureConfirmedByThePasswordThatIsBeingChangedIsRefused() throws Exception {
        String token = read(login(PASSWORD), "$.token");
        storeHashOf(OTHER);

        assertThat(whileItIsUndecided(() -> erase(token))).hasStatus(401);
        assertThat(login(OTHER)).hasStatusOk();
    }

    @Test
    void erasureWhileTheHashIsMadeStrongerIsMade() throws Exception {
        String token = read(login(PASSWORD), "$.token");
        storeHashOf(PASSWORD);

        assertThat(whileItIsUndecided(() -> erase(token))).hasStatus(202);
        assertThat(login(PASSWORD)).hasStatus(401);
    }

    @Test
    void changeOfThePasswordThatIsBeingChangedIsRefused() throws Exception {
        String token = read(login(PASSWORD), "$.token");
        storeHashOf(OTHER);

        assertThat(whileItIsUndecided(() -> changePassword(token))).hasStatus(401);
        assertThat(login(OTHER)).hasStatusOk();
    }

    @Test
    void changeOfThePasswordWhoseHashIsMadeStrongerIsMade() throws Exception {
        String token = read(login(PASSWORD), "$.token");
        storeHashOf(PASSWORD);

        assertThat(whileItIsUndecided(() -> changePassword(token))).hasStatus(204);
        assertThat(login(PASSWORD)).hasStatus(401);
        assertThat(login("a better password")).hasStatusOk();
    }

    @Test
    void changeOfTheNicknameBringsNoOldPasswordBack() throws Exception {
        storeHashOf(OTHER);
        UUID account = jdbc.sql("select id from account where nickname = ?")
                .param(nickname)
                .query(UUID.class)
                .single();

        assertThat(whileItIsUndecided(() -> http.put()
                        .uri("/internal/accounts/" + account + "/identifiers")
                        .header("X-Service-Credential", "member-service:" + EmbeddedDatabase.SECRET)
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("{\"nickname\": \"%s\", \"email\": \"%s@example.org\"}".formatted(nickname, nickname))
                        .exchange()))
                .hasStatusOk();

        assertThat(login(PASSWORD)).hasStatus(401);
        assertThat(login(OTHER)).hasStatusOk();
    }

    @Test
    void signOutEndsTheTokenOfARefreshUnderWay() throws Exception {
        String token = read(login(PASSWORD), "$.token");
        String refreshed = refreshOf(token);

        assertThat(whileItIsUndecided(() -> call(HttpMethod.POST, "user/logout", token)))
                .hasStatus(204);

        assertThat(isRevoked(refreshed)).isTrue();
    }

    @Test
    void endOfOtherSessionsEndsTheTokenOfARefreshUnderWay() throws Exception {
        String refreshed = refreshOf(read(login(PASSWORD), "$.token"));
        String token = read(login(PASSWORD), "$.token");

        assertThat(whileItIsUndecided(() -> call(HttpMethod.DELETE, "sessions", token)))
                .hasStatus(204);

        assertThat(isRevoked(refreshed)).isTrue();
        assertThat(isRevoked(token)).isFalse();
    }

    /** Makes the call, which waits for what the other connection has not committed, and commits that. */
    private MvcTestResult whileItIsUndecided(Supplier<MvcTestResult> call) throws SQLException {
        CompletableFuture<MvcTestResult> answer = CompletableFuture.supplyAsync(call);
        await().until(() -> answer.isDone() || somebodyWaits());
        connection.commit();
        return answer.join();
    }

    private boolean somebodyWaits() {
        return jdbc.sql("""
                        select exists (
                            select 1 from pg_stat_activity
                            where usename = 'auth_service' and :holder = any (pg_blocking_pids(pid)))
                        """).param("holder", holder()).query(Boolean.class).single();
    }

    private int holder() {
        return other.sql("select pg_backend_pid()").query(Integer.class).single();
    }

    private void storeHashOf(String password) {
        other.sql("update account set password_hash = ? where nickname = ?")
                .param("{bcrypt}" + new BCryptPasswordEncoder(4).encode(password))
                .param(nickname)
                .update();
    }

    /** A new token of the same session as this one's, issued as a refresh does it. */
    private String refreshOf(String token) {
        String refreshed = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        other.sql("""
                        with locked as (
                            select session.id, session.account_id
                            from session join access_token on access_token.session_id = session.id
                            where hash = sha256(cast(:token as bytea))
                            for update)
                        insert into access_token (hash, session_id, account_id, expires_at)
                        select sha256(cast(:refreshed as bytea)), id, account_id, now() + interval '30 days' from locked
                        """).param("token", token).param("refreshed", refreshed).update();
        return refreshed;
    }

    private int sessions() {
        return jdbc.sql("""
                        select count(*) from session join account on account.id = session.account_id where nickname = ?
                        """).param(nickname).query(Integer.class).single();
    }

    /** By the table: for a while the caches know of the end, whatever it says. */
    private boolean isRevoked(String token) {
        return jdbc.sql("select revoked_at is not null from access_token where hash = sha256(cast(? as bytea))")
                .param(token)
                .query(Boolean.class)
                .single();
    }

    private MvcTestResult changePassword(String token) {
        return http.put()
                .uri("/v1/auth/password")
                .header("Authorization", "Bearer " + token)
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"current\": \"%s\", \"new\": \"a better password\"}".formatted(PASSWORD))
                .exchange();
    }

    private MvcTestResult erase(String token) {
        return http.delete()
                .uri("/v1/auth/user")
                .header("Authorization", "Bearer " + token)
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"password\": \"%s\"}".formatted(PASSWORD))
                .exchange();
    }

    private MvcTestResult call(HttpMethod method, String path, String token) {
        return http.method(method)
                .uri("/v1/auth/" + path)
                .header("Authorization", "Bearer " + token)
                .exchange();
    }

    private MvcTestResult login(String password) {
        return post("login", """
                {"nickname": "%s", "password": "%s"}
                """.formatted(nickname, password));
    }

    private MvcTestResult post(String call, String body) {
        return http.post()
                .uri("/v1/auth/user/" + call)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    private static String read(MvcTestResult answer, String path) throws Exception {
        return JsonPath.read(answer.getResponse().getContentAsString(), path);
    }
}
