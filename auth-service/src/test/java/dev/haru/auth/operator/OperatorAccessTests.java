package dev.haru.auth.operator;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.operator.OperatorFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.auth.totp.FactorCalls.Member;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The roles and sessions with which an operator may read accounts and act on them. */
@AuthServiceTest
class OperatorAccessTests {

    private static final String NO_ROLE = "403 operator-role-required";
    private static final String NO_FACTOR = "403 operator-second-factor-required";

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private OperatorsEndpoint command;

    @Autowired
    private MovableClock clock;

    private OperatorFixture fixture;
    private UUID account;

    @BeforeEach
    void member() throws Exception {
        fixture = new OperatorFixture(http, calls, factors, command);
        account = fixture.plainMember(freshNickname());
    }

    @Test
    void memberWithoutARoleGetsOneRefusalForAllCalls() throws Exception {
        Member member = fixture.member();
        List<MvcTestResult> answers = List.of(
                fixture.look(member, account),
                fixture.look(member, UUID.randomUUID()),
                fixture.look(member, member.account()),
                fixture.get(member.token(), "/not-an-id"),
                fixture.get(member.token(), "?query=n&limit=100000"),
                fixture.get(member.token(), ""),
                fixture.get(member.token(), "/" + account + "/sessions"),
                fixture.get(member.token(), "/" + account + "/events"),
                fixture.get(member.token(), "/" + account + "/acts"),
                fixture.act(member, account, "disable"),
                fixture.act(member, account, "unknown"),
                fixture.changeRole(member, member.account(), "admin"),
                fixture.changeLimit(member, member.account(), "5000"),
                fixture.send(HttpMethod.POST, member.token(), "/" + account + "/acts", "not JSON"));

        for (MvcTestResult answer : answers) {
            assertThat(problem(answer)).isEqualTo(NO_ROLE);
            assertThat(read(answer, "$.detail")).isEqualTo(read(answers.getFirst(), "$.detail"));
        }
        assertThat(fixture.acts(account)).isZero();
        assertThat(fixture.roleOf(member.account())).isNull();
    }

    @Test
    void callWithoutASessionIsRefused() throws Exception {
        Member operator = fixture.operator("admin");
        String personal = read(
                calls.createToken(operator.token(), "{\"name\": \"Script\", \"scopes\": [\"profile:read\"]}"),
                "$.token");

        assertThat(fixture.get(null, "/" + account)).hasStatus(401);
        assertThat(problem(fixture.get(personal, "/" + account))).isEqualTo("403 insufficient-scope");
        assertThat(fixture.look(operator, account)).hasStatusOk();
    }

    @Test
    void roleWorksOnlyWithAProvedSecondFactor() throws Exception {
        Member operator = fixture.operator("admin");
        assertThat(fixture.look(operator, account)).hasStatusOk();

        fixture.update("update session set second_factor_at = null where account_id = ?", operator.account());
        assertThat(problem(fixture.look(operator, account))).isEqualTo(NO_FACTOR);
        assertThat(problem(fixture.act(operator, account, "disable"))).isEqualTo(NO_FACTOR);

        fixture.update("update session set second_factor_at = now() where account_id = ?", operator.account());
        fixture.update("update account set second_factor = false where id = ?", operator.account());
        assertThat(problem(fixture.look(operator, account))).isEqualTo(NO_FACTOR);
        assertThat(fixture.acts(account)).isZero();
    }

    @Test
    void actNeedsAFreshProofAndAReadDoesNot() throws Exception {
        Member operator = fixture.operator("support");
        clock.advance(Duration.ofMinutes(6));

        assertThat(fixture.look(operator, account)).hasStatusOk();
        assertThat(problem(fixture.act(operator, account, "end-sessions"))).isEqualTo("403 confirmation-required");
        assertThat(problem(fixture.changeLimit(operator, account, "5"))).isEqualTo("403 confirmation-required");
        assertThat(fixture.acts(account)).isZero();

        assertThat(factors.confirmation(
                        operator.token(),
                        "{\"password\": \"%s\", \"code\": \"%s\"}"
                                .formatted(PASSWORD, factors.code(operator.secret(), 0))))
                .hasStatus(204);
        assertThat(fixture.act(operator, account, "end-sessions")).hasStatus(201);
    }

    @Test
    void supportActsOnNoOperatorAndGrantsNothing() throws Exception {
        Member support = fixture.operator("support");
        Member other = fixture.operator("support");
        Member admin = fixture.operator("admin");
        int granted = fixture.acts(other.account());

        for (Member target : List.of(other, admin, support)) {
            for (String act : List.of("disable", "enable", "end-sessions", "remove-factors", "start-recovery")) {
                assertThat(problem(fixture.act(support, target.account(), act))).isEqualTo(NO_ROLE);
            }
            assertThat(problem(fixture.changeLimit(support, target.account(), "5")))
                    .isEqualTo(NO_ROLE);
            assertThat(problem(fixture.changeRole(support, target.account(), "none")))
                    .isEqualTo(NO_ROLE);
        }
        MvcTestResult refused = fixture.changeRole(support, support.account(), "admin");
        assertThat(problem(refused)).isEqualTo(NO_ROLE);
        assertThat(read(refused, "$.detail")).contains("admin");
        assertThat(problem(fixture.changeRole(support, UUID.randomUUID(), "none")))
                .isEqualTo(NO_ROLE);
        assertThat(fixture.acts(other.account())).isEqualTo(granted);
        assertThat(fixture.look(other, account)).hasStatusOk();
        assertThat(fixture.act(support, account, "disable")).hasStatus(201);
    }

    @Test
    void adminGrantsOnlyToAccountsWithASecondFactor() throws Exception {
        Member admin = fixture.operator("admin");
        Member member = fixture.member();

        assertThat(problem(fixture.changeRole(admin, account, "support"))).isEqualTo("409 no-second-factor");
        assertThat(fixture.roleOf(account)).isNull();
        assertThat(fixture.changeRole(admin, member.account(), "support")).hasStatusOk();
        assertThat(fixture.look(member, account)).hasStatusOk();
        assertThat(fixture.changeRole(admin, member.account(), "none")).hasStatusOk();
        assertThat(problem(fixture.look(member, account))).isEqualTo(NO_ROLE);
    }

    @Test
    void revokedRoleEndsAtOnceDespiteCachedIdentities() throws Exception {
        Member operator = fixture.operator("admin");
        assertThat(fixture.look(operator, account)).hasStatusOk();

        // As another process does, whose messages do not arrive.
        fixture.update("update account set role = null where id = ?", operator.account());

        assertThat(problem(fixture.look(operator, account))).isEqualTo(NO_ROLE);
        assertThat(problem(fixture.act(operator, account, "disable"))).isEqualTo(NO_ROLE);
        assertThat(calls.get("sessions", operator.token())).hasStatusOk();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            update account set disabled_at = now() where id = ?
            update account set session_epoch = session_epoch + 1 where id = ?
            update session set ended_at = now() where account_id = ?
            """)
    void operatorWithoutAnOpenSessionIsRefusedDespiteCaches(String end) throws Exception {
        Member operator = fixture.operator("admin");
        assertThat(fixture.look(operator, account)).hasStatusOk();

        fixture.update(end, operator.account());

        assertThat(problem(fixture.look(operator, account))).isEqualTo("401 unauthorized");
        assertThat(problem(fixture.act(operator, account, "disable"))).isEqualTo("401 unauthorized");
    }

    @Test
    void roleOfALaterVersionPermitsNothing() throws Exception {
        Member operator = fixture.operator("admin");
        fixture.update("update account set role = 'auditor' where id = ?", operator.account());

        assertThat(problem(fixture.look(operator, account))).isEqualTo(NO_ROLE);
        assertThat(problem(fixture.act(fixture.operator("support"), operator.account(), "disable")))
                .as("an unknown role protects its account like a known one")
                .isEqualTo(NO_ROLE);
    }

    @Test
    void roleEndsWithTheLastSecondFactor() throws Exception {
        fixture.operator("admin");
        Member operator = fixture.operator("admin");

        assertThat(factors.remove(operator.token())).hasStatus(204);
        assertThat(fixture.roleOf(operator.account())).isNull();
        byte[] secret = factors.begin(operator.token());
        assertThat(factors.confirm(operator.token(), factors.code(secret, 0))).hasStatusOk();

        assertThat(problem(fixture.look(operator, account)))
                .as("a new factor does not bring the role back")
                .isEqualTo(NO_ROLE);
        MvcTestResult acts = fixture.get(fixture.operator("admin").token(), "/" + operator.account() + "/acts?limit=1");
        assertThat(read(acts, "$.items[0].act") + " " + read(acts, "$.items[0].value"))
                .isEqualTo("change-role none");
    }

    @Test
    void commandGrantsNoRoleByMistake() throws Exception {
        Member member = fixture.member();
        String plain = freshNickname();
        fixture.plainMember(plain);

        for (List<String> wrong : List.of(
                List.of(plain, "admin", "min.seo", "why"),
                List.of("nobody-" + plain, "admin", "min.seo", "why"),
                List.of(UUID.randomUUID().toString(), "admin", "min.seo", "why"),
                List.of(member.nickname(), "ADMIN", "min.seo", "why"),
                List.of(member.nickname(), "", "min.seo", "why"),
                List.of(member.nickname(), "admin", " ", "why"),
                List.of(member.nickname(), "admin", "min.seo", "a\tb"),
                List.of(member.nickname(), "admin", "min.seo", "x".repeat(501)),
                List.of("x".repeat(255), "admin", "min.seo", "why"))) {
            assertThatExceptionOfType(InvalidEndpointRequestException.class)
                    .isThrownBy(() -> command.change(wrong.get(0), wrong.get(1), wrong.get(2), wrong.get(3)));
        }
        assertThat(fixture.roleOf(member.account())).isNull();
        Member impostor = factors.memberWithTotp(member.account().toString());
        command.change(member.account().toString(), "support", "min.seo", "why");
        assertThat(fixture.roleOf(member.account())).isEqualTo("support");
        assertThat(fixture.roleOf(impostor.account()))
                .as("whose nickname is the id of the member")
                .isNull();
    }
}
