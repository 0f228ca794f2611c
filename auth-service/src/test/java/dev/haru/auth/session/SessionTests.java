package dev.haru.auth.session;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The list of sessions, their end, and the security events of their owner. */
@AuthServiceTest
class SessionTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String nickname = freshNickname();

    @BeforeEach
    void member() {
        assertThat(calls.register(nickname)).hasStatus(201);
    }

    @Test
    void listHasTheOpenSessionsOfTheCaller() throws Exception {
        String ended = calls.signIn(nickname);
        calls.logout(ended);
        calls.login(nickname, PASSWORD);
        clock.advance(Duration.ofSeconds(1));
        String token = calls.signIn(nickname);

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

    @ParameterizedTest
    @ValueSource(strings = {"App/1.0 (iPhone X\u0280)", "\uD558\uB8E8/1.0", "Caf\u00e9"})
    void listHasTheUserAgentAsSent(String userAgent) throws Exception {
        MvcTestResult signIn = http.post()
                .uri("/v1/auth/user/login")
                // The container decodes each byte as Latin-1.
                .header(
                        "User-Agent",
                        new String(userAgent.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .contentType(MediaType.APPLICATION_JSON)
                .content("""
                        {"nickname": "%s", "password": "%s"}
                        """.formatted(nickname, PASSWORD))
                .exchange();

        assertThat(signIn).hasStatusOk();
        assertThat(calls.get("sessions", read(signIn, "$.token")))
                .bodyJson()
                .extractingPath("$.items[0].userAgent")
                .isEqualTo(userAgent);
    }

    @Test
    void tenThousandSessionsAreListedByPageAndEndedTogether() throws Exception {
        String token = calls.signIn(nickname);
        jdbc.sql("""
                with opened as (
                    insert into session (id, account_id, created_at, last_used_at, address)
                    select uuidv7(), account.id, cast(:now as timestamptz), cast(:now as timestamptz), '192.0.2.1'
                    from account, generate_series(1, 10000) where nickname = :nickname
                    returning id, account_id),
                access as (
                    insert into access_token (hash, session_id, account_id, expires_at)
                    select sha256(id::text::bytea), id, account_id, cast(:now as timestamptz) + interval '1 hour' from opened)
                insert into refresh_token (hash, session_id, expires_at)
                select sha256(('refresh' || id)::bytea), id, cast(:now as timestamptz) + interval '30 days' from opened
                """)
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .param("nickname", nickname)
                .update();

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
    void signOutRevokesAllTokensOfTheSession() throws Exception {
        MvcTestResult session = calls.login(nickname, PASSWORD);
        String other = calls.signIn(nickname);

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
    void endOfAnotherSessionRevokesItsTokens() throws Exception {
        String other = calls.signIn(nickname);
        clock.advance(Duration.ofSeconds(1));
        String token = calls.signIn(nickname);
        String id = read(calls.get("sessions", token), "$.items[1].sessionId");

        assertThat(calls.delete("sessions/" + id, token)).hasStatus(204);

        assertThat(calls.get("sessions", other)).hasStatus(401);
        assertThat(calls.get("sessions", token)).hasStatusOk();
        assertThat(calls.delete("sessions/" + id, token)).as("already ended").hasStatus(404);
    }

    @Test
    void endOfOtherSessionsKeepsTheCurrentSession() throws Exception {
        String other = calls.signIn(nickname);
        String token = calls.signIn(nickname);

        assertThat(calls.delete("sessions", token)).hasStatus(204);

        assertThat(calls.get("sessions", other)).hasStatus(401);
        assertThat(calls.get("sessions", token))
                .bodyJson()
                .extractingPath("$.items.length()")
                .isEqualTo(1);
    }

    @Test
    void sessionOfAnotherAccountIsNotFound() throws Exception {
        String owner = calls.signIn(nickname);
        String id = read(calls.get("sessions", owner), "$.items[0].sessionId");
        calls.register(nickname + "_2");
        String otherToken = calls.signIn(nickname + "_2");

        assertThat(calls.delete("sessions/" + id, otherToken)).hasStatus(404);
        assertThat(calls.get("sessions", owner)).hasStatusOk();
    }

    @Test
    void securityEventsAreListedForTheOwner() throws Exception {
        calls.login(nickname, PASSWORD + "!");
        await().until(this::isFailureWritten); // in the background, so perhaps after the event of the next sign-in
        String token = calls.signIn(nickname);

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

    private boolean isFailureWritten() {
        return jdbc.sql("""
                        select exists (
                            select 1 from security_event join account on account.id = account_id
                            where nickname = :nickname and kind = 'sign-in-failed')
                        """).param("nickname", nickname).query(Boolean.class).single();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sessions         | GET HEAD DELETE OPTIONS
            sessions?limit=1 | GET HEAD DELETE OPTIONS
            events           | GET HEAD OPTIONS
            events?limit=1   | GET HEAD OPTIONS
            """)
    void optionsListsTheMethodsOfThePath(String path, String methods) throws Exception {
        String token = calls.signIn(nickname);

        MvcTestResult answer = http.options()
                .uri("/v1/auth/" + path)
                .header("Authorization", "Bearer " + token)
                .exchange();

        assertThat(answer).hasStatusOk();
        assertThat(String.valueOf(answer.getResponse().getHeader("Allow")).split(",", -1))
                .containsExactlyInAnyOrder(methods.split(" ", -1));
    }
}
