package dev.haru.auth.personaltoken;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.AuthCalls.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.security.Scope;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.token.Sha256;
import dev.haru.platform.token.TokenFormat;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Creation, limits and introspection of personal access tokens. */
@AuthServiceTest
class PersonalTokenTests {

    private static final String FORM = """
            {"name": "Backup script", "scopes": ["schedules:read", "profile:read"]}""";

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    @Autowired
    private MockMvcTester http;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private UUID account;
    private String session;

    @BeforeEach
    void signIn() throws Exception {
        String nickname = freshNickname();
        account = UUID.fromString(read(calls.register(nickname), "$.memberId"));
        session = read(calls.login(nickname, PASSWORD), "$.token");
    }

    @Test
    void tokenIsShownOnceAndListed() throws Exception {
        MvcTestResult created = calls.createToken(session, FORM);

        assertThat(created).hasStatus(201);
        String token = read(created, "$.token");
        assertThat(TokenFormat.isWellFormed(TokenFormat.PERSONAL, token)).isTrue();
        assertThat(created)
                .bodyJson()
                .extractingPath("$.expiresAt")
                .isEqualTo(clock.instant().plus(Duration.ofDays(30)).toString());
        MvcTestResult listed = calls.get("tokens", session);
        assertThat(listed).bodyText().doesNotContain(token);
        assertThat(listed).bodyJson().isLenientlyEqualTo("""
                        {"items": [{"tokenId": "%s", "name": "Backup script", "lastUsedAt": null,
                                    "scopes": ["profile:read", "schedules:read"]}]}
                        """.formatted(read(created, "$.tokenId")));
        assertThat(jdbc.sql("select hash from personal_access_token where account_id = ?")
                        .param(account)
                        .query(byte[].class)
                        .single())
                .isEqualTo(Sha256.of(token));
        assertThat(events("token-created")).isOne();
    }

    @Test
    void introspectionHasTheScopes() throws Exception {
        MvcTestResult created = calls.createToken(session, FORM);
        String token = read(created, "$.token");

        assertThat(calls.introspect(token)).bodyJson().isLenientlyEqualTo("""
                        {"active": true, "sub": "%s", "sid": "%s", "scope": "profile:read schedules:read"}
                        """.formatted(
                        account, read(created, "$.tokenId")));
        assertThat(calls.introspect(session)).bodyJson().doesNotHavePath("$.scope");
    }

    @Test
    void bothKindsOfTokensAreIntrospectedTogether() throws Exception {
        String token = read(calls.createToken(session, FORM), "$.token");
        String other = read(calls.createToken(session, FORM.replace("profile:read", "reports:read")), "$.token");

        assertThat(calls.introspectMany(List.of(other, session, "hrk_malformed", token)))
                .bodyJson()
                .isLenientlyEqualTo("""
                        {"introspections": [{"active": true, "scope": "reports:read schedules:read"},
                            {"active": true}, {"active": false}, {"active": true, "scope": "profile:read schedules:read"}]}
                        """);
    }

    @Test
    void creationNeedsAFreshProof() {
        clock.advance(Duration.ofMinutes(6));

        assertThat(calls.createToken(session, FORM))
                .hasStatus(403)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("confirmation-required");

        assertThat(calls.confirm(session, PASSWORD)).hasStatus(204);
        assertThat(calls.createToken(session, FORM)).hasStatus(201);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"scopes": ["schedules:read"]}                                            | name
            {"name": " ", "scopes": ["schedules:read"]}                               | name
            {"name": "a\\u0007", "scopes": ["schedules:read"]}                        | name
            {"name": "a"}                                                             | scopes
            {"name": "a", "scopes": []}                                               | scopes
            {"name": "a", "scopes": "schedules:read"}                                 | scopes
            {"name": "a", "scopes": [null]}                                           | scopes[0]
            {"name": "a", "scopes": ["schedules:read", "schedules"]}                  | scopes[1]
            {"name": "a", "scopes": ["schedules:read profile:read"]}                  | scopes[0]
            {"name": "a", "scopes": ["schedules:read"], "expiresInDays": 0}           | expiresInDays
            {"name": "a", "scopes": ["schedules:read"], "expiresInDays": 367}         | expiresInDays
            {"name": "a", "scopes": ["schedules:read"], "expiresInDays": "1"}         | expiresInDays
            {"name": "a", "scopes": ["schedules:read"], "expiresInDays": 99999999999} | expiresInDays
            {"name": "a", "scopes": ["schedules:read"], "admin": true}                | admin
            """)
    void invalidFieldIsNamed(String body, String field) {
        MvcTestResult answer = calls.createToken(session, body);

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.errors[0].field").isEqualTo(field);
    }

    @Test
    void longNameAndLongScopesAreRefused() {
        assertThat(calls.createToken(session, FORM.replace("Backup script", "x".repeat(101))))
                .hasStatus(400);
        assertThat(calls.createToken(session, FORM.replace("profile:read", "x".repeat(60_000))))
                .hasStatus(400);
        assertThat(calls.createToken(
                        session,
                        "{\"name\": \"a\", \"scopes\": ["
                                + String.join(",", Collections.nCopies(21, "\"schedules:read\"")) + "]}"))
                .hasStatus(400);
        assertThat(calls.createToken(session, FORM.replace("Backup script", "x".repeat(100))))
                .hasStatus(201);
    }

    @Test
    void concurrentCreationsStopAtTheLimit() throws Exception {
        int created = 0;
        try (ExecutorService clients = Executors.newFixedThreadPool(8)) {
            List<Callable<MvcTestResult>> creations = Collections.nCopies(30, () -> calls.createToken(session, FORM));
            for (Future<MvcTestResult> creation : clients.invokeAll(creations)) {
                created += creation.get().getResponse().getStatus() == 201 ? 1 : 0;
            }
        }
        assertThat(created).isEqualTo(20);
        assertThat(calls.createToken(session, FORM))
                .hasStatus(409)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("token-limit-reached");

        String first = (String)
                readAll(calls.get("tokens", session), "$.items[*].tokenId").getFirst();
        assertThat(calls.delete("tokens/" + first, session)).hasStatus(204);
        assertThat(calls.createToken(session, FORM)).hasStatus(201);
    }

    @Test
    void documentListsAllScopes() throws Exception {
        MvcTestResult document = http.get().uri("/v3/api-docs").exchange();

        assertThat(readAll(document, "$.components.schemas.PersonalTokenForm.properties.scopes.items.enum[*]"))
                .containsExactlyElementsOf(
                        Arrays.stream(Scope.values()).map(Scope::code).toList());
    }

    private long events(String kind) {
        return jdbc.sql("select count(*) from security_event where account_id = ? and kind = ?")
                .params(account, kind)
                .query(Long.class)
                .single();
    }
}
