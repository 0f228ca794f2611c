package dev.haru.auth.operator;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.put;
import static com.github.tomakehurst.wiremock.client.WireMock.putRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.AuthCalls.readAll;
import static dev.haru.auth.operator.OperatorFixture.REASON;
import static dev.haru.auth.operator.OperatorFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import com.jayway.jsonpath.JsonPath;
import dev.haru.auth.AccountFixture;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.auth.outbox.RelayDriver;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.auth.totp.FactorCalls.Member;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The acts of operators and their effects. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by more than a year
class AccountActTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private OperatorsEndpoint command;

    @Autowired
    private Mailboxes mailboxes;

    @Autowired
    private AccountFixture accounts;

    @Autowired
    private ActCleanup cleanup;

    @Autowired
    private RelayDriver outbox;

    @Autowired
    private MovableClock clock;

    private OperatorFixture fixture;
    private Member operator;
    private String nickname;
    private UUID account;
    private MvcTestResult signedIn;
    private String token;
    private String personal;

    @BeforeEach
    void operatorAndMember() throws Exception {
        fixture = new OperatorFixture(http, calls, factors, command);
        operator = fixture.operator("support");
        nickname = freshNickname();
        account = fixture.plainMember(nickname);
        signedIn = calls.login(nickname, PASSWORD);
        token = read(signedIn, "$.token");
        personal = read(calls.createToken(token, "{\"name\": \"Script\", \"scopes\": [\"profile:read\"]}"), "$.token");
        assertActive(true);
    }

    @Test
    void disabledAccountHasNoSessionAndOpensNone() throws Exception {
        assertThat(fixture.act(operator, account, "disable")).hasStatus(201);

        MvcTestResult look = fixture.look(operator, account);
        assertThat(read(look, "$.disabledAt")).isNotNull();
        assertThat(look).bodyJson().extractingPath("$.sessions").isEqualTo(0);
        assertThat(look).bodyJson().extractingPath("$.personalTokens").isEqualTo(0);
        assertActive(false);
        assertThat(calls.refresh(read(signedIn, "$.refreshToken"))).hasStatus(401);
        assertThat(problem(calls.login(nickname, PASSWORD))).isEqualTo("403 account-disabled");
        assertThat(calls.login(nickname, "wrong-" + PASSWORD))
                .as("a wrong password learns nothing")
                .hasStatus(401);

        assertThat(fixture.act(operator, account, "enable")).hasStatus(201);
        assertThat(calls.get("sessions", fixture.signIn(nickname))).hasStatusOk();
        assertActive(false);
    }

    /** schedule-service ends the feed of a disabled account. */
    @Test
    void accountStateIsPublishedToScheduleService() {
        String path = "/internal/members/" + account + "/account-state";

        assertThat(fixture.act(operator, account, "disable")).hasStatus(201);
        outbox.run();
        assertThat(fixture.act(operator, account, "enable")).hasStatus(201);
        outbox.run();

        List<LoggedRequest> states = FakeService.SERVER.findAll(putRequestedFor(urlEqualTo(path)));
        assertThat(states)
                .extracting(state -> JsonPath.<Boolean>read(state.getBodyAsString(), "$.disabled"))
                .containsExactly(true, false);
        assertThat(states)
                .extracting(state -> JsonPath.<Integer>read(state.getBodyAsString(), "$.version"))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void endOfSessionsKeepsTheAccountEnabled() {
        assertThat(fixture.act(operator, account, "end-sessions")).hasStatus(201);

        assertActive(false);
        assertThat(calls.login(nickname, PASSWORD)).hasStatusOk();
    }

    @Test
    void removedFactorsLeaveThePassword() throws Exception {
        Member member = fixture.member();
        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatus(401);

        assertThat(fixture.act(operator, member.account(), "remove-factors")).hasStatus(201);

        assertThat(calls.get("sessions", member.token())).hasStatus(401);
        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatusOk();
    }

    @Test
    void startedRecoverySendsALinkToTheVerifiedAddress() throws Exception {
        assertThat(problem(fixture.act(operator, account, "start-recovery"))).isEqualTo("409 no-verified-email");
        assertThat(fixture.acts(account)).isZero();
        String address = nickname + "@example.org";
        accounts.verify(account, address);

        assertThat(fixture.act(operator, account, "start-recovery")).hasStatus(201);

        assertThat(mailboxes.textsTo(address))
                .filteredOn(text -> text.contains("reset-password"))
                .hasSize(1);
        MvcTestResult again = fixture.act(operator, account, "start-recovery");
        assertThat(problem(again)).isEqualTo("429 too-many-mails");
        assertThat(again).containsHeader("Retry-After");
        assertThat(fixture.acts(account)).isOne();
        assertActive(true);
    }

    @Test
    void limitOfSchedulesReachesScheduleService() throws Exception {
        String path = "/internal/members/" + account + "/schedule-limit";
        FakeService.SERVER.stubFor(
                any(urlEqualTo(path)).willReturn(okJson("{\"limit\": 5000, \"used\": 12, \"own\": 5000, \"x\": 1}")));

        assertThat(fixture.changeLimit(operator, account, "5000"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"limit\": 5000, \"used\": 12, \"ownLimit\": 5000}");
        assertThat(fixture.get(operator.token(), "/" + account + "/schedule-limit"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"limit\": 5000, \"used\": 12, \"ownLimit\": 5000}");
        assertThat(fixture.changeLimit(operator, account, "null")).hasStatusOk();

        FakeService.SERVER.verify(
                1, putRequestedFor(urlEqualTo(path)).withRequestBody(equalToJson("{\"limit\": 5000}")));
        FakeService.SERVER.verify(
                1, putRequestedFor(urlEqualTo(path)).withRequestBody(equalToJson("{\"limit\": null}")));
        assertThat(readAll(fixture.get(operator.token(), "/" + account + "/acts"), "$.items[*].value"))
                .containsExactly("default", "5000");
    }

    @Test
    void outageOfScheduleServiceIsReported() throws Exception {
        String path = "/internal/members/" + account + "/schedule-limit";
        FakeService.SERVER.stubFor(any(urlEqualTo(path)).willReturn(aResponse().withStatus(503)));
        MvcTestResult unread = fixture.get(operator.token(), "/" + account + "/schedule-limit");
        assertThat(problem(unread)).isEqualTo("503 service-unavailable");
        assertThat(unread).containsHeader("Retry-After");
        MvcTestResult refused = fixture.changeLimit(operator, account, "5000");
        assertThat(problem(refused)).isEqualTo("503 service-unavailable");
        assertThat(refused).containsHeader("Retry-After");

        FakeService.SERVER.stubFor(put(path).willReturn(aResponse().withStatus(204)));
        assertThat(fixture.changeLimit(operator, account, "5000")).hasStatus(503);
        FakeService.SERVER.stubFor(put(path).willReturn(aResponse().withStatus(404)));
        assertThat(problem(fixture.changeLimit(operator, account, "5000"))).isEqualTo("404 not-found");
    }

    @Test
    void eachActIsRecordedUntilItsRetentionEnds() throws Exception {
        assertThat(fixture.act(operator, account, "disable"))
                .hasStatus(201)
                .bodyJson()
                .extractingPath("$.operator")
                .isEqualTo(operator.nickname());
        fixture.act(operator, account, "enable");

        MvcTestResult acts = fixture.get(operator.token(), "/" + account + "/acts");
        assertThat(readAll(acts, "$.items[*].act")).containsExactly("enable", "disable");
        assertThat(readAll(acts, "$.items[*].reason")).containsOnly(REASON);
        assertThat(readAll(acts, "$.items[*].operatorId"))
                .containsOnly(operator.account().toString());
        MvcTestResult first = fixture.get(operator.token(), "/" + account + "/acts?limit=1");
        MvcTestResult second =
                fixture.get(operator.token(), "/" + account + "/acts?limit=1&before=" + read(first, "$.nextBefore"));
        assertThat(readAll(second, "$.items[*].act")).containsExactly("disable");

        clock.advance(Duration.ofDays(401));
        Member later = fixture.operator("support");
        fixture.act(later, account, "end-sessions");
        cleanup.run();
        assertThat(readAll(fixture.get(later.token(), "/" + account + "/acts"), "$.items[*].act"))
                .containsExactly("end-sessions");
    }

    @Test
    void accountIsReadWithSessionsFactorsAndFailures() throws Exception {
        calls.login(nickname, "wrong-" + PASSWORD);

        MvcTestResult look = fixture.look(operator, account);
        assertThat(look).bodyJson().extractingPath("$.guard.signInFailures").isEqualTo(1);
        assertThat(look).bodyJson().extractingPath("$.sessions").isEqualTo(1);
        assertThat(look).bodyJson().extractingPath("$.personalTokens").isEqualTo(1);
        assertThat(look.getResponse().getContentAsString()).doesNotContain("argon2", token, personal);
        assertThat(readAll(fixture.look(operator, operator.account()), "$.factors[*].kind"))
                .containsExactly("totp");

        MvcTestResult sessions = fixture.get(operator.token(), "/" + account + "/sessions?limit=1");
        assertThat(readAll(sessions, "$.items[*].sessionId"))
                .containsExactly(calls.sessionOf(token).toString());
        assertThat(fixture.get(operator.token(), "/" + account + "/sessions?cursor=" + read(sessions, "$.nextCursor")))
                .bodyJson()
                .extractingPath("$.items")
                .asArray()
                .isEmpty();
        MvcTestResult events = fixture.get(operator.token(), "/" + account + "/events?limit=1");
        assertThat(fixture.get(
                        operator.token(), "/" + account + "/events?limit=100&before=" + read(events, "$.nextBefore")))
                .bodyJson()
                .extractingPath("$.items[*].kind")
                .asArray()
                .contains("registered");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            acts           | POST | {"act": "erase", "reason": "ticket"}
            acts           | POST | {"act": "DISABLE", "reason": "ticket"}
            acts           | POST | {"act": "change-role", "reason": "ticket"}
            acts           | POST | {"act": "disable"}
            acts           | POST | {"act": "disable", "reason": " "}
            acts           | POST | {"act": "disable", "reason": "a\\u0000b"}
            acts           | POST | {"act": "disable", "reason": "a\\nb"}
            acts           | POST | {"act": "disable", "reason": "ticket", "actor": "boss"}
            role           | PUT  | {"reason": "ticket"}
            role           | PUT  | {"role": null, "reason": "ticket"}
            role           | PUT  | {"role": "root", "reason": "ticket"}
            schedule-limit | PUT  | {"limit": -1, "reason": "ticket"}
            schedule-limit | PUT  | {"limit": 20001, "reason": "ticket"}
            schedule-limit | PUT  | {"limit": "1e3", "reason": "ticket"}
            schedule-limit | PUT  | {"limit": 5}
            """)
    void invalidActIsRefused(String resource, String method, String body) throws Exception {
        MvcTestResult refused =
                fixture.send(HttpMethod.valueOf(method), operator.token(), "/" + account + "/" + resource, body);

        assertThat(problem(refused)).isEqualTo("400 invalid-request");
        assertThat(fixture.acts(account)).isZero();
        assertActive(true);
    }

    @Test
    void reasonHasAtMost500Characters() throws Exception {
        for (int length : List.of(500, 501)) {
            MvcTestResult result = fixture.send(
                    HttpMethod.POST,
                    operator.token(),
                    "/" + account + "/acts",
                    "{\"act\": \"enable\", \"reason\": \"%s\"}".formatted("가".repeat(length)));
            assertThat(result).hasStatus(length == 500 ? 201 : 400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"disable", "enable", "end-sessions", "remove-factors", "start-recovery"})
    void unknownOrErasedAccountHasNoActs(String act) throws Exception {
        UUID unknown = UUID.randomUUID();
        assertThat(problem(fixture.act(operator, unknown, act))).isEqualTo("404 not-found");
        assertThat(problem(fixture.look(operator, unknown))).isEqualTo("404 not-found");
        assertThat(problem(fixture.get(operator.token(), "/" + unknown + "/schedule-limit")))
                .isEqualTo("404 not-found");

        assertThat(calls.erase(token, PASSWORD)).hasStatus(202);
        assertThat(problem(fixture.act(operator, account, act))).isEqualTo("404 not-found");
        assertThat(problem(fixture.look(operator, account))).isEqualTo("404 not-found");
        assertThat(fixture.acts(account) + fixture.acts(unknown)).isZero();
    }

    @Test
    void concurrentActsAreAllRecorded() throws Exception {
        Member other = fixture.operator("support");
        List<Callable<MvcTestResult>> acts = IntStream.range(0, 8)
                .<Callable<MvcTestResult>>mapToObj(i ->
                        () -> fixture.act(i % 2 == 0 ? operator : other, account, i < 4 ? "disable" : "end-sessions"))
                .toList();

        assertThat(FactorCalls.parallel(acts)).containsOnly(201);
        assertThat(fixture.acts(account)).isEqualTo(8);
        assertActive(false);
    }

    private void assertActive(boolean active) {
        assertThat(calls.introspect(token))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(active);
        assertThat(calls.introspect(personal))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(active);
    }
}
