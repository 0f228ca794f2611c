package dev.haru.auth.operator;

import static dev.haru.auth.operator.OperatorFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.UnconfiguredService;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.auth.totp.FactorCalls.Member;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** A recovery that an operator starts in a deployment without a mail server. */
@AuthServiceTest
@UnconfiguredService
class RecoveryWithoutMailTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private OperatorsEndpoint command;

    @Test
    void operatorStartsNoRecoveryWithoutMailServer() throws Exception {
        OperatorFixture fixture = new OperatorFixture(http, calls, factors, command);
        Member operator = fixture.operator("support");
        Member member = fixture.member();

        MvcTestResult refused = fixture.act(operator, member.account(), "start-recovery");

        assertThat(problem(refused)).isEqualTo("503 mail-not-configured");
        assertThat(refused).doesNotContainHeader("Retry-After");
        assertThat(fixture.acts(member.account())).isZero();
    }
}
