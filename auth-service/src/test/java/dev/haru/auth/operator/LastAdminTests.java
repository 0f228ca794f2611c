package dev.haru.auth.operator;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.operator.OperatorFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.event.Origin;
import dev.haru.auth.factor.FactorChanges;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.auth.totp.FactorCalls.Member;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Except for the command, each call leaves an active administrator. */
@AuthServiceTest
class LastAdminTests {

    private static final String LAST = "409 last-admin";

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private OperatorsEndpoint command;

    @Autowired
    private FactorChanges changes;

    @Autowired
    private PlatformTransactionManager transactions;

    private OperatorFixture fixture;
    private Member admin;

    @BeforeEach
    void oneAdmin() throws Exception {
        fixture = new OperatorFixture(http, calls, factors, command);
        fixture.update("update account set role = null where role is not null");
        admin = fixture.operator("admin");
    }

    @Test
    void lastAdminStays() throws Exception {
        UUID own = admin.account();
        assertThat(problem(fixture.act(admin, own, "disable"))).isEqualTo(LAST);
        assertThat(problem(fixture.act(admin, own, "remove-factors"))).isEqualTo(LAST);
        assertThat(problem(fixture.changeRole(admin, own, "support"))).isEqualTo(LAST);
        assertThat(problem(fixture.changeRole(admin, own, "none"))).isEqualTo(LAST);
        assertThat(problem(factors.remove(admin.token()))).isEqualTo(LAST);
        assertThat(problem(calls.erase(admin.token(), PASSWORD))).isEqualTo(LAST);

        assertThat(fixture.admins()).isOne();
        assertThat(fixture.look(admin, own)).hasStatusOk();
        assertThat(factors.list(admin.token()))
                .bodyJson()
                .extractingPath("$.items")
                .asArray()
                .hasSize(1);
    }

    @Test
    void adminWhoCannotActDoesNotCount() throws Exception {
        Member other = fixture.operator("admin");
        assertThat(fixture.act(admin, other.account(), "disable")).hasStatus(201);

        assertThat(problem(fixture.changeRole(admin, admin.account(), "none"))).isEqualTo(LAST);

        assertThat(fixture.act(admin, other.account(), "enable")).hasStatus(201);
        assertThat(fixture.changeRole(admin, admin.account(), "none")).hasStatusOk();
    }

    @Test
    void otherAdminMayLeave() throws Exception {
        Member other = fixture.operator("admin");

        assertThat(calls.erase(other.token(), PASSWORD)).hasStatus(202);
        assertThat(fixture.admins()).isOne();
    }

    @RepeatedTest(3)
    void concurrentRevocationsLeaveOneAdmin() throws Exception {
        Member other = fixture.operator("admin");
        Member third = fixture.operator("admin");
        UUID member = fixture.plainMember(freshNickname());

        List<Callable<MvcTestResult>> revocations = List.of(
                () -> fixture.changeRole(admin, other.account(), "none"),
                () -> fixture.changeRole(other, admin.account(), "none"),
                () -> fixture.act(third, third.account(), "disable"),
                () -> factors.remove(other.token()),
                () -> fixture.changeRole(admin, admin.account(), "support"),
                () -> fixture.act(other, member, "end-sessions"),
                () -> fixture.act(admin, other.account(), "end-sessions"));

        assertThat(FactorCalls.parallel(revocations)).isSubsetOf(200, 201, 204, 401, 403, 409);
        assertThat(fixture.admins()).isOne();
    }

    /** Otherwise a thief who has replaced the factor would stay administrator. */
    @Test
    void linkOfANoticeRemovesTheFactorOfTheLastAdmin() {
        Origin mailbox = new Origin("203.0.113.9", null, null);

        new TransactionTemplate(transactions)
                .executeWithoutResult(_ -> changes.removeForeign(admin.account(), null, Instant.EPOCH, mailbox));

        assertThat(fixture.roleOf(admin.account())).isNull();
        assertThat(fixture.acts(admin.account())).as("grant and revocation").isEqualTo(2);
    }

    @Test
    void commandRevokesTheLastAdmin() {
        command.change(admin.nickname(), "none", "min.seo", "stolen laptop");

        assertThat(fixture.admins()).isZero();
        assertThat(command.list().operators()).isEmpty();
    }
}
