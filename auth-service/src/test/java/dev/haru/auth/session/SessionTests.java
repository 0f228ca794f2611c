package dev.haru.auth.session;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.token.TokenFormat;
import java.io.UnsupportedEncodingException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@AuthServiceTest
class SessionTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    private final String nickname = "n" + UUID.randomUUID().toString().substring(0, 13);

    @BeforeEach
    void member() {
        FakeService.takesEverything();
        assertThat(calls.register(nickname)).hasStatus(201);
    }

    @ParameterizedTest
    @MethodSource("unusualPasswords")
    void everyRegisteredPasswordSignsIn(String password) throws Exception {
        String other = "n" + UUID.randomUUID().toString().substring(0, 13);
        assertThat(http.post()
                        .uri("/v1/auth/user/register")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("""
                                {"nickname": "%s", "password": "%s", "region_name": "Seoul"}
                                """.formatted(other, password)))
                .hasStatus(201);

        MvcTestResult signIn = calls.login(other, password);

        assertThat(signIn).hasStatusOk();
        String token = read(signIn, "$.token");
        assertThat(calls.changePassword(token, password, password + "!")).hasStatus(204);
        assertThat(calls.erase(token, password + "!")).hasStatus(202);
    }

    static Stream<String> unusualPasswords() {
        return Stream.of(
                " ".repeat(8), "\ud83d\ude00".repeat(101), "e\u0301".repeat(101), "\u1100\u1161\u11a8".repeat(127));
    }

    @Test
    void newPasswordEqualToTheNicknameIsRefused() throws Exception {
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        MvcTestResult answer = calls.changePassword(token, PASSWORD, nickname.toUpperCase(Locale.ROOT));

        assertThat(answer)
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("new");
    }

    @Test
    void correctPasswordOpensASession() throws Exception {
        MvcTestResult answer = calls.login(nickname, PASSWORD);

        assertThat(answer).hasStatusOk();
        assertThat(answer).bodyJson().extractingPath("$.tokenType").isEqualTo("Bearer");
        assertThat(answer).bodyJson().extractingPath("$.expiresIn").isEqualTo(3600);
        assertThat(answer).bodyJson().extractingPath("$.refreshExpiresIn").isEqualTo(2_592_000);
        assertThat(TokenFormat.isWellFormed(TokenFormat.ACCESS, read(answer, "$.token")))
                .isTrue();
        assertThat(TokenFormat.isWellFormed(TokenFormat.REFRESH, read(answer, "$.refreshToken")))
                .isTrue();
        assertThat(calls.introspect(read(answer, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
    }

    @Test
    void nicknameInCapitalsOpensASession() {
        assertThat(calls.login(nickname.toUpperCase(java.util.Locale.ROOT), PASSWORD))
                .hasStatusOk();
    }

    @Test
    void unknownNicknameIsAnsweredLikeAWrongPassword() throws Exception {
        MvcTestResult wrong = calls.login(nickname, PASSWORD + "!");
        MvcTestResult unknown = calls.login("nobody_" + nickname, PASSWORD);

        assertThat(wrong).hasStatus(401);
        assertThat(unknown).hasStatus(401);
        assertThat(withoutTrace(unknown)).isEqualTo(withoutTrace(wrong)).contains("invalid-credentials");
    }

    @Test
    void signInUpgradesAWeakHash() {
        jdbc.sql("update account set password_hash = ? where nickname = ?")
                .param("{bcrypt}" + new BCryptPasswordEncoder(4).encode(PASSWORD))
                .param(nickname)
                .update();

        assertThat(calls.login(nickname, PASSWORD)).hasStatusOk();

        assertThat(jdbc.sql("select password_hash from account where nickname = ?")
                        .param(nickname)
                        .query((row, _) -> row.getString(1))
                        .single())
                .startsWith("{argon2id}");
        assertThat(calls.login(nickname, PASSWORD)).hasStatusOk();
    }

    @Test
    void tokenIsStoredAsItsHash() throws Exception {
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        assertThat(jdbc.sql("select count(*) from access_token where hash = sha256(?::bytea)")
                        .param(token)
                        .query(Integer.class)
                        .single())
                .isOne();
    }

    @Test
    void signOutRevokesAllTokensOfTheSession() throws Exception {
        MvcTestResult session = calls.login(nickname, PASSWORD);
        String other = read(calls.login(nickname, PASSWORD), "$.token");

        assertThat(calls.logout(read(session, "$.token"))).hasStatus(204);

        assertThat(calls.introspect(read(session, "$.token"))).bodyJson().isLenientlyEqualTo("{\"active\": false}");
        assertThat(calls.logout(read(session, "$.token"))).hasStatus(401);
        assertThat(calls.refresh(read(session, "$.refreshToken"))).hasStatus(401);
        assertThat(calls.introspect(other))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
    }

    @Test
    void manyTokensAreIntrospectedInTheirOrder() throws Exception {
        String first = read(calls.login(nickname, PASSWORD), "$.token");
        String signedOut = read(calls.login(nickname, PASSWORD), "$.token");
        String third = read(calls.login(nickname, PASSWORD), "$.token");
        calls.logout(signedOut);
        String session = read(calls.introspect(third), "$.sid");

        MvcTestResult answer = calls.introspectMany(List.of(
                first,
                signedOut,
                "hru_malformed",
                third,
                Token.access(new SecureRandom()).value()));

        assertThat(answer).hasStatusOk();
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.introspections[*].active")
                .asArray()
                .containsExactly(true, false, false, true, false);
        assertThat(answer).bodyJson().extractingPath("$.introspections[3].sid").isEqualTo(session);
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.introspections[0]")
                .asMap()
                .containsOnlyKeys("active", "sub", "sid", "exp", "ageMillis");
    }

    @Test
    void tooManyTokensOrNoneAreRefused() {
        for (List<String> tokens : List.of(List.<String>of(), Collections.nCopies(101, "hru_x"))) {
            assertThat(calls.introspectMany(tokens))
                    .hasStatus(400)
                    .bodyJson()
                    .extractingPath("$.errors[0].field")
                    .isEqualTo("tokens");
        }
    }

    @Test
    void accessTokenExpiresAfterAnHour() throws Exception {
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        clock.advance(Duration.ofMinutes(61));

        assertThat(calls.introspect(token))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(false);
    }

    @Test
    void refreshReturnsAValidPair() throws Exception {
        MvcTestResult first = calls.login(nickname, PASSWORD);
        clock.advance(Duration.ofMinutes(61));

        MvcTestResult second = calls.refresh(read(first, "$.refreshToken"));

        assertThat(second).hasStatusOk();
        assertThat(calls.introspect(read(second, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
        assertThat(calls.refresh(read(second, "$.refreshToken"))).hasStatusOk();
    }

    @Test
    void secondRefreshWithinTheGraceWindowSucceeds() throws Exception {
        String refreshToken = read(calls.login(nickname, PASSWORD), "$.refreshToken");

        MvcTestResult one = calls.refresh(refreshToken);
        clock.advance(Duration.ofSeconds(9));
        MvcTestResult other = calls.refresh(refreshToken);

        assertThat(calls.introspect(read(one, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
        assertThat(calls.introspect(read(other, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
    }

    @Test
    void reuseOfARefreshTokenEndsItsSession() throws Exception {
        String stolen = read(calls.login(nickname, PASSWORD), "$.refreshToken");
        MvcTestResult owner = calls.refresh(stolen);
        clock.advance(Duration.ofSeconds(11));

        MvcTestResult thief = calls.refresh(stolen);

        assertThat(thief).hasStatus(401).bodyJson().extractingPath("$.code").isEqualTo("invalid-refresh-token");
        assertThat(calls.introspect(read(owner, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(false);
        assertThat(calls.refresh(read(owner, "$.refreshToken"))).hasStatus(401);
    }

    @Test
    void tenThousandSessionsAreListedByPageAndEndedTogether() throws Exception {
        String token = read(calls.login(nickname, PASSWORD), "$.token");
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
                select sha256(('refresh' || id)::bytea), id, now() + interval '30 days' from opened
                """).param(nickname).update();

        assertThat(calls.get("sessions", token))
                .bodyJson()
                .extractingPath("$.items.length()")
                .isEqualTo(100);
        assertThat(calls.delete("sessions", token)).hasStatus(204);
        assertThat(calls.get("sessions", token))
                .bodyJson()
                .extractingPath("$.items.length()")
                .isEqualTo(1);
    }

    @Test
    void listHasTheOpenSessionsOfTheCaller() throws Exception {
        String ended = read(calls.login(nickname, PASSWORD), "$.token");
        calls.logout(ended);
        calls.login(nickname, PASSWORD);
        clock.advance(Duration.ofSeconds(1));
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        MvcTestResult answer = calls.get("sessions", token);

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
    void endOfAnotherSessionRevokesItsTokens() throws Exception {
        String other = read(calls.login(nickname, PASSWORD), "$.token");
        clock.advance(Duration.ofSeconds(1));
        String token = read(calls.login(nickname, PASSWORD), "$.token");
        String id = read(calls.get("sessions", token), "$.items[1].sessionId");

        assertThat(calls.delete("sessions/" + id, token)).hasStatus(204);

        assertThat(calls.get("sessions", other)).hasStatus(401);
        assertThat(calls.get("sessions", token)).hasStatusOk();
        assertThat(calls.delete("sessions/" + id, token)).as("already ended").hasStatus(404);
    }

    @Test
    void sessionOfAnotherAccountIsNotFound() throws Exception {
        String owner = read(calls.login(nickname, PASSWORD), "$.token");
        String id = read(calls.get("sessions", owner), "$.items[0].sessionId");
        calls.register(nickname + "_2");
        String stranger = read(calls.login(nickname + "_2", PASSWORD), "$.token");

        assertThat(calls.delete("sessions/" + id, stranger)).hasStatus(404);
        assertThat(calls.get("sessions", owner)).hasStatusOk();
    }

    @Test
    void endOfOtherSessionsKeepsTheCurrentSession() throws Exception {
        String other = read(calls.login(nickname, PASSWORD), "$.token");
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        assertThat(calls.delete("sessions", token)).hasStatus(204);

        assertThat(calls.get("sessions", other)).hasStatus(401);
        assertThat(calls.get("sessions", token))
                .bodyJson()
                .extractingPath("$.items.length()")
                .isEqualTo(1);
    }

    @Test
    void onlyTheNewPasswordSignsInAfterAChange() throws Exception {
        String other = read(calls.login(nickname, PASSWORD), "$.token");
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        assertThat(calls.changePassword(token, "wrong-" + PASSWORD, "a better password"))
                .hasStatus(401);
        assertThat(calls.changePassword(token, PASSWORD, "short"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("new");
        assertThat(calls.changePassword(token, PASSWORD, "a better password")).hasStatus(204);

        assertThat(calls.login(nickname, PASSWORD)).hasStatus(401);
        assertThat(calls.login(nickname, "a better password")).hasStatusOk();
        assertThat(calls.get("sessions", other)).hasStatus(401);
        assertThat(calls.get("sessions", token)).hasStatusOk();
    }

    @Test
    void securityEventsAreListedForTheOwner() throws Exception {
        calls.login(nickname, PASSWORD + "!");
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        MvcTestResult first = calls.get("events?limit=1", token);
        MvcTestResult second = calls.get("events?limit=1&before=" + read(first, "$.nextBefore"), token);

        assertThat(first).bodyJson().extractingPath("$.items[0].kind").isEqualTo("signed-in");
        assertThat(first)
                .bodyJson()
                .extractingPath("$.items[0].sessionId")
                .isEqualTo(read(calls.get("sessions", token), "$.items[0].sessionId"));
        assertThat(second).bodyJson().extractingPath("$.items[0].kind").isEqualTo("device-added");
        MvcTestResult third = calls.get("events?limit=1&before=" + read(second, "$.nextBefore"), token);
        assertThat(third).bodyJson().extractingPath("$.items[0].kind").isEqualTo("sign-in-failed");
        assertThatThrownBy(() ->
                        jdbc.sql("update security_event set kind = 'nothing'").update())
                .hasMessageContaining("append-only");
    }

    @Test
    void missingMalformedOrUnknownTokenIsUnauthorized() {
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
    void introspectionWithoutAServiceCredentialIsForbidden() {
        for (String credential :
                new String[] {"", "member-service", "member-service:wrong", "nobody:" + EmbeddedDatabase.SECRET}) {
            for (String path : new String[] {"introspect", "introspect-many"}) {
                assertThat(http.post()
                                .uri("/internal/tokens/" + path)
                                .header("X-Service-Credential", credential)
                                .contentType(MediaType.APPLICATION_JSON)
                                .content("{\"token\": \"hru_x\", \"tokens\": [\"hru_x\"]}"))
                        .as(path + " " + credential)
                        .hasStatus(403);
            }
        }
    }

    private static String withoutTrace(MvcTestResult answer) throws UnsupportedEncodingException {
        return answer.getResponse().getContentAsString().replaceAll("\"traceId\":\"[0-9a-f]{32}\"", "");
    }
}
