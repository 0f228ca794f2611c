package dev.haru.auth.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.jayway.jsonpath.JsonPath;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.Neighbour;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.token.TokenFormat;
import java.io.UnsupportedEncodingException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@AuthServiceTest
class SessionTests {

    private static final String PASSWORD = "password12345678";

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    private final String nickname = "n" + UUID.randomUUID().toString().substring(0, 13);

    @BeforeEach
    void member() {
        Neighbour.takesEverything();
        assertThat(post("register", """
                {"nickname": "%s", "password": "%s", "region_name": "Seoul"}
                """.formatted(nickname, PASSWORD))).hasStatus(201);
    }

    @Test
    void whenThePasswordIsRightASessionOpens() throws Exception {
        MvcTestResult answer = login(nickname, PASSWORD);

        assertThat(answer).hasStatusOk();
        assertThat(answer).bodyJson().extractingPath("$.tokenType").isEqualTo("Bearer");
        assertThat(answer).bodyJson().extractingPath("$.expiresIn").isEqualTo(3600);
        assertThat(answer).bodyJson().extractingPath("$.refreshExpiresIn").isEqualTo(2_592_000);
        assertThat(TokenFormat.isWellFormed(TokenFormat.ACCESS, read(answer, "$.token")))
                .isTrue();
        assertThat(TokenFormat.isWellFormed(TokenFormat.REFRESH, read(answer, "$.refreshToken")))
                .isTrue();
        assertThat(introspect(read(answer, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
    }

    @Test
    void whenTheNicknameIsWrittenInCapitalsASessionOpens() {
        assertThat(login(nickname.toUpperCase(java.util.Locale.ROOT), PASSWORD)).hasStatusOk();
    }

    @Test
    void whenTheNicknameIsUnknownTheAnswerIsThatOfAWrongPassword() throws Exception {
        MvcTestResult wrong = login(nickname, PASSWORD + "!");
        MvcTestResult unknown = login("nobody_" + nickname, PASSWORD);

        assertThat(wrong).hasStatus(401);
        assertThat(unknown).hasStatus(401);
        assertThat(withoutTrace(unknown)).isEqualTo(withoutTrace(wrong)).contains("invalid-credentials");
    }

    @Test
    void whenTheStoredHashIsWeakSigningInMakesItStrong() {
        jdbc.sql("update account set password_hash = ? where nickname = ?")
                .param("{bcrypt}" + new BCryptPasswordEncoder(4).encode(PASSWORD))
                .param(nickname)
                .update();

        assertThat(login(nickname, PASSWORD)).hasStatusOk();

        assertThat(jdbc.sql("select password_hash from account where nickname = ?")
                        .param(nickname)
                        .query((row, _) -> row.getString(1))
                        .single())
                .startsWith("{argon2id}");
        assertThat(login(nickname, PASSWORD)).hasStatusOk();
    }

    @Test
    void whenATokenIsStoredOnlyItsHashIs() throws Exception {
        String token = read(login(nickname, PASSWORD), "$.token");

        assertThat(jdbc.sql("select count(*) from access_token where hash = sha256(?::bytea)")
                        .param(token)
                        .query(Integer.class)
                        .single())
                .isOne();
    }

    @Test
    void whenSignedOutNoTokenOfTheSessionIsGood() throws Exception {
        MvcTestResult session = login(nickname, PASSWORD);
        String other = read(login(nickname, PASSWORD), "$.token");

        assertThat(logout(read(session, "$.token"))).hasStatus(204);

        assertThat(introspect(read(session, "$.token"))).bodyJson().isLenientlyEqualTo("{\"active\": false}");
        assertThat(logout(read(session, "$.token"))).hasStatus(401);
        assertThat(refresh(read(session, "$.refreshToken"))).hasStatus(401);
        assertThat(introspect(other)).bodyJson().extractingPath("$.active").isEqualTo(true);
    }

    @Test
    void whenTheHourIsOverTheAccessTokenIsNotGood() throws Exception {
        String token = read(login(nickname, PASSWORD), "$.token");

        clock.advance(Duration.ofMinutes(61));

        assertThat(introspect(token)).bodyJson().extractingPath("$.active").isEqualTo(false);
    }

    @Test
    void whenRefreshedTheNewPairIsGood() throws Exception {
        MvcTestResult first = login(nickname, PASSWORD);
        clock.advance(Duration.ofMinutes(61));

        MvcTestResult second = refresh(read(first, "$.refreshToken"));

        assertThat(second).hasStatusOk();
        assertThat(introspect(read(second, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
        assertThat(refresh(read(second, "$.refreshToken"))).hasStatusOk();
    }

    @Test
    void whenTwoTabsRefreshAtOnceBothStaySignedIn() throws Exception {
        String refreshToken = read(login(nickname, PASSWORD), "$.refreshToken");

        MvcTestResult one = refresh(refreshToken);
        clock.advance(Duration.ofSeconds(9));
        MvcTestResult other = refresh(refreshToken);

        assertThat(introspect(read(one, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
        assertThat(introspect(read(other, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
    }

    @Test
    void whenAUsedRefreshTokenComesBackItsSessionEnds() throws Exception {
        String stolen = read(login(nickname, PASSWORD), "$.refreshToken");
        MvcTestResult owner = refresh(stolen);
        clock.advance(Duration.ofSeconds(11));

        MvcTestResult thief = refresh(stolen);

        assertThat(thief).hasStatus(401).bodyJson().extractingPath("$.code").isEqualTo("invalid-refresh-token");
        assertThat(introspect(read(owner, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(false);
        assertThat(refresh(read(owner, "$.refreshToken"))).hasStatus(401);
    }

    @Test
    void whenAnAccountHasTenThousandSessionsTheyAreListedInPartAndEndedTogether() throws Exception {
        String token = read(login(nickname, PASSWORD), "$.token");
        jdbc.sql("""
                with opened as (
                    insert into session (id, account_id, created_at, last_used_at, address)
                    select uuidv7(), account.id, now(), now(), '192.0.2.1'
                    from account, generate_series(1, 10000) where nickname = ?
                    returning id, account_id),
                access as (
                    insert into access_token (hash, session_id, account_id, expires_at)
                    select sha256(id::text::bytea), id, account_id, now() + interval '1 hour' from opened)
                insert into refresh_token (hash, session_id, expires_at)
                select sha256(id::text::bytea), id, now() + interval '30 days' from opened
                """).param(nickname).update();

        assertThat(get("sessions", token))
                .bodyJson()
                .extractingPath("$.items.length()")
                .isEqualTo(100);
        assertThat(delete("sessions", token)).hasStatus(204);
        assertThat(get("sessions", token))
                .bodyJson()
                .extractingPath("$.items.length()")
                .isEqualTo(1);
    }

    @Test
    void whenListedTheOwnOpenSessionsAreThere() throws Exception {
        String ended = read(login(nickname, PASSWORD), "$.token");
        logout(ended);
        login(nickname, PASSWORD);
        clock.advance(Duration.ofSeconds(1));
        String token = read(login(nickname, PASSWORD), "$.token");

        MvcTestResult answer = get("sessions", token);

        assertThat(answer)
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.items.length()")
                .isEqualTo(2);
        assertThat(answer).bodyJson().extractingPath("$.items[0].current").isEqualTo(true);
        assertThat(answer).bodyJson().extractingPath("$.items[1].current").isEqualTo(false);
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.items[0].address")
                .asString()
                .startsWith("10.");
    }

    @Test
    void whenAnotherSessionIsEndedItsTokensAreDead() throws Exception {
        String other = read(login(nickname, PASSWORD), "$.token");
        clock.advance(Duration.ofSeconds(1));
        String token = read(login(nickname, PASSWORD), "$.token");
        String id = read(get("sessions", token), "$.items[1].sessionId");

        assertThat(delete("sessions/" + id, token)).hasStatus(204);

        assertThat(get("sessions", other)).hasStatus(401);
        assertThat(get("sessions", token)).hasStatusOk();
        assertThat(delete("sessions/" + id, token)).as("ended already").hasStatus(404);
    }

    @Test
    void whenTheSessionIsSomebodyElsesItIsNotFound() throws Exception {
        String owner = read(login(nickname, PASSWORD), "$.token");
        String id = read(get("sessions", owner), "$.items[0].sessionId");
        post("register", """
                {"nickname": "%s_2", "password": "%s", "region_name": "Seoul"}
                """.formatted(nickname, PASSWORD));
        String stranger = read(login(nickname + "_2", PASSWORD), "$.token");

        assertThat(delete("sessions/" + id, stranger)).hasStatus(404);
        assertThat(get("sessions", owner)).hasStatusOk();
    }

    @Test
    void whenAllOthersAreEndedThisOneStays() throws Exception {
        String other = read(login(nickname, PASSWORD), "$.token");
        String token = read(login(nickname, PASSWORD), "$.token");

        assertThat(delete("sessions", token)).hasStatus(204);

        assertThat(get("sessions", other)).hasStatus(401);
        assertThat(get("sessions", token))
                .bodyJson()
                .extractingPath("$.items.length()")
                .isEqualTo(1);
    }

    @Test
    void whenThePasswordIsChangedOnlyTheNewOneSignsIn() throws Exception {
        String other = read(login(nickname, PASSWORD), "$.token");
        String token = read(login(nickname, PASSWORD), "$.token");

        assertThat(changePassword(token, "wrong-" + PASSWORD, "a better password"))
                .hasStatus(401);
        assertThat(changePassword(token, PASSWORD, "short"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("new");
        assertThat(changePassword(token, PASSWORD, "a better password")).hasStatus(204);

        assertThat(login(nickname, PASSWORD)).hasStatus(401);
        assertThat(login(nickname, "a better password")).hasStatusOk();
        assertThat(get("sessions", other)).hasStatus(401);
        assertThat(get("sessions", token)).hasStatusOk();
    }

    @Test
    void whenSomethingHappenedTheOwnerReadsIt() throws Exception {
        login(nickname, PASSWORD + "!");
        String token = read(login(nickname, PASSWORD), "$.token");

        MvcTestResult first = get("events?limit=1", token);
        MvcTestResult second = get("events?limit=1&before=" + read(first, "$.nextBefore"), token);

        assertThat(first).bodyJson().extractingPath("$.items[0].kind").isEqualTo("signed-in");
        assertThat(first)
                .bodyJson()
                .extractingPath("$.items[0].sessionId")
                .isEqualTo(read(get("sessions", token), "$.items[0].sessionId"));
        assertThat(second).bodyJson().extractingPath("$.items[0].kind").isEqualTo("sign-in-failed");
        assertThatThrownBy(() ->
                        jdbc.sql("update security_event set kind = 'nothing'").update())
                .hasMessageContaining("append-only");
    }

    @Test
    void whenTheTokenIsMissingMalformedOrUnknownItIs401() {
        String unknown = TokenFormat.generate(TokenFormat.ACCESS, new java.security.SecureRandom());
        for (String header : new String[] {"Bearer", "Bearer ", "Basic abc", "Bearer hru_x", "Bearer " + unknown}) {
            MvcTestResult answer = http.post()
                    .uri("/v1/auth/user/logout")
                    .header("Authorization", header)
                    .exchange();
            assertThat(answer).as(header).hasStatus(401).hasHeader("WWW-Authenticate", "Bearer");
            assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("unauthorized");
        }
        assertThat(http.post().uri("/v1/auth/user/logout")).hasStatus(401);
    }

    @Test
    void whenTheCallerHasNoCredentialIntrospectionIsClosed() {
        for (String credential :
                new String[] {"", "member-service", "member-service:wrong", "nobody:" + EmbeddedDatabase.SECRET}) {
            assertThat(http.post()
                            .uri("/internal/tokens/introspect")
                            .header("X-Service-Credential", credential)
                            .contentType(MediaType.APPLICATION_JSON)
                            .content("{\"token\": \"hru_x\"}"))
                    .as(credential)
                    .hasStatus(403);
        }
    }

    private MvcTestResult login(String name, String password) {
        return post("login", """
                {"nickname": "%s", "password": "%s"}
                """.formatted(name, password));
    }

    private MvcTestResult refresh(String refreshToken) {
        return post("refresh", """
                {"refreshToken": "%s"}
                """.formatted(refreshToken));
    }

    private MvcTestResult logout(String token) {
        return http.post()
                .uri("/v1/auth/user/logout")
                .header("Authorization", "Bearer " + token)
                .exchange();
    }

    private MvcTestResult get(String path, String token) {
        return http.get()
                .uri("/v1/auth/" + path)
                .header("Authorization", "Bearer " + token)
                .exchange();
    }

    private MvcTestResult delete(String path, String token) {
        return http.delete()
                .uri("/v1/auth/" + path)
                .header("Authorization", "Bearer " + token)
                .exchange();
    }

    private MvcTestResult changePassword(String token, String current, String replacement) {
        return http.put()
                .uri("/v1/auth/password")
                .header("Authorization", "Bearer " + token)
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"current\": \"%s\", \"new\": \"%s\"}".formatted(current, replacement))
                .exchange();
    }

    private MvcTestResult introspect(String token) {
        return http.post()
                .uri("/internal/tokens/introspect")
                .header("X-Service-Credential", "member-service:" + EmbeddedDatabase.SECRET)
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"token\": \"%s\"}".formatted(token))
                .exchange();
    }

    private MvcTestResult post(String call, String body) {
        return http.post()
                .uri("/v1/auth/user/" + call)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    private static String read(MvcTestResult answer, String path) throws UnsupportedEncodingException {
        return JsonPath.read(answer.getResponse().getContentAsString(), path);
    }

    private static String withoutTrace(MvcTestResult answer) throws UnsupportedEncodingException {
        return answer.getResponse().getContentAsString().replaceAll("\"traceId\":\"[0-9a-f]{32}\"", "");
    }
}
