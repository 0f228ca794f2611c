package dev.haru.auth.account;

import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.putRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static dev.haru.auth.AccountFixture.freshNickname;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.platform.test.EmbeddedDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@AuthServiceTest
class RegistrationTests {

    @Autowired
    private MockMvcTester http;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    @Test
    void newAccountIsCreatedAndDeliveredToMemberService() {
        String nickname = freshNickname();

        MvcTestResult answer = register(nickname, "Fan@Example.org".replace("Fan", nickname));

        assertThat(answer).hasStatus(201).hasHeader("Location", "/v1/members/me");
        assertThat(answer).bodyJson().extractingPath("$.nickname").isEqualTo(nickname);
        assertThat(answer).bodyJson().extractingPath("$.regionName").isEqualTo("Seoul");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.memberId")
                .satisfies(id ->
                        assertThat(UUID.fromString(id.toString()).version()).isEqualTo(7));
        FakeService.SERVER.verify(
                1,
                putRequestedFor(urlPathMatching("/internal/members/[0-9a-f-]{36}"))
                        .withHeader("X-Service-Credential", equalTo("auth-service:" + EmbeddedDatabase.SECRET))
                        .withRequestBody(equalToJson("""
                                {"nickname": "%s", "email": "%s@Example.org", "regionName": "Seoul", "accountVersion": 0}
                                """.formatted(nickname, nickname))));
        assertThat(pending(nickname)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"region_name\": \"Busan\"",
                "\"regionName\": \"Busan\"",
                "\"regionName\": \"Busan\", \"region_name\": \"Busan\""
            })
    void regionIsAcceptedUnderBothNames(String region) {
        MvcTestResult answer = post("""
                {"nickname": "%s", "password": "password12345678", %s}
                """.formatted(freshNickname(), region));

        assertThat(answer)
                .hasStatus(201)
                .bodyJson()
                .extractingPath("$.regionName")
                .isEqualTo("Busan");
    }

    @Test
    void differentRegionsAreRefused() {
        MvcTestResult answer = post("""
                {"nickname": "%s", "password": "password12345678", "regionName": "Busan", "region_name": "Seoul"}
                """.formatted(freshNickname()));

        assertThat(answer)
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0]")
                .isEqualTo(Map.of("field", "regionName", "message", "must equal region_name"));
    }

    @Test
    void registrationSucceedsWhileMemberServiceIsDown() {
        FakeService.resetConnections();
        String nickname = freshNickname();

        assertThat(register(nickname, null)).hasStatus(201);

        assertThat(pending(nickname)).isOne();
    }

    @Test
    void nicknameInOtherCaseIsTaken() {
        String nickname = freshNickname();
        register(nickname, null);

        MvcTestResult answer = register(nickname.toUpperCase(Locale.ROOT), null);

        assertThat(answer).hasStatus(409);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("nickname-taken");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.traceId")
                .satisfies(id -> assertThat(id.toString()).matches("[0-9a-f]{32}"));
    }

    @Test
    void lookAlikeNicknameInAnotherScriptIsTaken() {
        String rest = UUID.randomUUID().toString().substring(0, 13);
        register("a" + rest, null);

        MvcTestResult answer = register("\u0430" + rest, null);

        assertThat(answer).hasStatus(409).bodyJson().extractingPath("$.code").isEqualTo("nickname-taken");
    }

    @Test
    void concurrentLookAlikesRegisterOnce() throws Exception {
        String rest = UUID.randomUUID().toString().substring(0, 13);
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<MvcTestResult>> answers = Stream.of("ao", "\u0430o", "a\u043e", "\u0430\u043e")
                    .map(start -> clients.submit(() -> register(start + rest, null)))
                    .toList();
            for (Future<MvcTestResult> answer : answers) {
                statuses.add(answer.get().getResponse().getStatus());
            }
        }
        assertThat(statuses).containsOnly(201, 409).containsOnlyOnce(201);
    }

    @Test
    void concurrentEqualNicknamesRegisterOnce() throws Exception {
        String nickname = freshNickname();
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<MvcTestResult>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                answers.add(clients.submit(() -> register(nickname, null)));
            }
            for (Future<MvcTestResult> answer : answers) {
                statuses.add(answer.get().getResponse().getStatus());
            }
        }
        assertThat(statuses).containsOnly(201, 409).containsOnlyOnce(201);
    }

    @ParameterizedTest
    @CsvSource({
        "Somebody_new, somebody_new",
        "somebody_new, \uff33omebody_NEW",
        "somebody_new, somebody_new@example.org",
        "another_name, SOMEBODY_new"
    })
    void passwordEqualToAnIdentifierIsRefused(String nickname, String password) {
        MvcTestResult answer = post("""
                {"nickname": "%s", "password": "%s", "region_name": "Seoul", "email": "somebody_new@example.org"}
                """.formatted(nickname, password));

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.errors[0].field").isEqualTo("password");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.errors[0].message")
                .isEqualTo("must not be the nickname or the e-mail address of the account");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nickname", "password", "regionName", "region_name", "email"})
    void responseToOverlongFieldIsSmall(String field) {
        MvcTestResult answer = post("{\"%s\": \"%s\"}".formatted(field, "\u0301".repeat(15_000)));

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyText().hasSizeLessThan(1000).contains("size must be between");
    }

    @Test
    void responseToLongUnknownFieldNameIsSmall() {
        MvcTestResult answer = post("{\"%s\": 1}".formatted("\u0301".repeat(120)));

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyText().hasSizeLessThan(1000).contains("is not a known field");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"password": "password12345678", "region_name": "Seoul"}                                           | nickname
            {"nickname": "two words", "password": "password12345678", "region_name": "Seoul"}                  | nickname
            {"nickname": 12, "password": "password12345678", "region_name": "Seoul"}                           | nickname
            {"nickname": "a\\u0000b", "password": "password12345678", "region_name": "Seoul"}                  | nickname
            {"nickname": "a\\ud800b", "password": "password12345678", "region_name": "Seoul"}                  | nickname
            {"nickname": "somebody_new", "password": "short", "region_name": "Seoul"}                          | password
            {"nickname": "somebody_new", "password": "Password123", "region_name": "Seoul"}                    | password
            {"nickname": "somebody_new", "password": "password12345678", "region_name": "Atlantis"}            | region_name
            {"nickname": "somebody_new", "password": "password12345678"}                                       | regionName
            {"nickname": "somebody_new", "password": "password12345678", "regionName": null}                   | regionName
            {"nickname": "somebody_new", "password": "password12345678", "region_name": " "}                   | region_name
            {"nickname": "somebody_new", "password": "password12345678", "regionName": " "}                    | regionName
            {"nickname": "somebody_new", "password": "password12345678", "regionName": "Atlantis"}             | regionName
            {"nickname": "somebody_new", "password": "password12345678", "region_name": "Seoul", "email": "x"} | email
            {"nickname": "somebody_new", "password": "password12345678", "region_name": "Seoul", "role": "x"}  | role
            """)
    void invalidFieldIsReported(String body, String field) {
        MvcTestResult answer = post(body);

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("invalid-request");
        assertThat(answer).bodyJson().extractingPath("$.errors[0].field").isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"nickname":                                  | malformed-request
            []                                            | malformed-request
            "text"                                        | malformed-request
            {"nickname": "a", "nickname": "b"}            | malformed-request
            """)
    void bodyThatIsNoObjectIsMalformed(String body, String code) {
        assertThat(post(body))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo(code);
    }

    @Test
    void bodyThatIsNotUtf8IsMalformed() {
        MvcTestResult answer = http.post()
                .uri("/v1/auth/user/register")
                .contentType(MediaType.APPLICATION_JSON)
                .content(new byte[] {'{', '"', (byte) 0xff, (byte) 0xfe, '"', ':', '1', '}'})
                .exchange();
        assertThat(answer).hasStatus(400).bodyJson().extractingPath("$.code").isEqualTo("malformed-request");
    }

    @Test
    void bodyThatIsNotJsonIsUnsupported() {
        MvcTestResult answer = http.post()
                .uri("/v1/auth/user/register")
                .contentType(MediaType.TEXT_PLAIN)
                .content("nickname=haru")
                .exchange();
        assertThat(answer).hasStatus(415).bodyJson().extractingPath("$.code").isEqualTo("unsupported-media-type");
    }

    private MvcTestResult register(String nickname, @Nullable String email) {
        String address = email == null ? "null" : "\"" + email + "\"";
        return post("""
                {"nickname": "%s", "password": "password12345678", "region_name": "Seoul", "email": %s}
                """.formatted(nickname, address));
    }

    private MvcTestResult post(String body) {
        return http.post()
                .uri("/v1/auth/user/register")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    private int pending(String nickname) {
        return jdbc.sql("select count(*) from outbox where payload ->> 'nickname' = ?")
                .param(nickname)
                .query(Integer.class)
                .single();
    }
}
