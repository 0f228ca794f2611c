package dev.haru.auth.factor;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.AuthCalls.readAll;
import static dev.haru.auth.totp.FactorCalls.parallel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.auth.totp.FactorCalls.Member;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Uses transactions that are used, expired, malformed or of another account. */
@AuthServiceTest
class SignInTransactionTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private MovableClock clock;

    @Autowired
    private FactorCleanup cleanup;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    private Member member;

    @BeforeEach
    void memberWithTotp() throws Exception {
        member = factors.memberWithTotp(freshNickname());
    }

    @Test
    void parallelCallsWithOneTransactionOpenOneSession() throws Exception {
        String transaction = factors.transaction(member);
        List<String> codes = member.recoveryCodes().subList(0, 4);
        int sessions = count("session");

        List<Integer> statuses = parallel(codes.stream()
                .<Callable<MvcTestResult>>map(code -> () -> factors.completeWithRecoveryCode(transaction, code))
                .toList());

        assertThat(Collections.frequency(statuses, 200)).isOne();
        assertThat(Collections.frequency(statuses, 401)).isEqualTo(3);
        assertThat(count("session")).isEqualTo(sessions + 1);
    }

    @Test
    void transactionWorksOnce() throws Exception {
        String transaction = factors.transaction(member);
        assertThat(factors.complete(transaction, factors.code(member.secret(), 0)))
                .hasStatusOk();

        assertThat(codeOf(factors.complete(transaction, factors.code(member.secret(), 1))))
                .isEqualTo("invalid-transaction");
    }

    @Test
    void codeOfAnotherAccountIsRefused() throws Exception {
        Member other = factors.memberWithTotp(freshNickname());

        assertThat(factors.complete(factors.transaction(member), factors.code(other.secret(), 0)))
                .hasStatus(422);
        assertThat(factors.completeWithRecoveryCode(
                        factors.transaction(member), other.recoveryCodes().getFirst()))
                .hasStatus(422);
    }

    @Test
    void transactionExpiresAfterFiveMinutes() throws Exception {
        String transaction = factors.transaction(member);
        clock.advance(Duration.ofMinutes(5));

        assertThat(codeOf(factors.complete(transaction, factors.code(member.secret(), 0))))
                .isEqualTo("invalid-transaction");
        cleanup.run();
        assertThat(count("sign_in_transaction")).isZero();
    }

    @Test
    void malformedTransactionIsRefused() throws Exception {
        String transaction = factors.transaction(member);
        String code = factors.code(member.secret(), 0);

        assertThat(codeOf(factors.complete(transaction.substring(0, transaction.length() - 1), code)))
                .isEqualTo("invalid-transaction");
        assertThat(codeOf(factors.complete("", code))).isEqualTo("invalid-transaction");
        assertThat(codeOf(factors.complete(member.token(), code))).isEqualTo("invalid-transaction");
        assertThat(factors.complete("x".repeat(201), code)).hasStatus(400);
    }

    @Test
    void requestNeedsExactlyOneCode() throws Exception {
        String transaction = factors.transaction(member);

        MvcTestResult none = complete("{\"transaction\": \"%s\"}".formatted(transaction));
        assertThat(none).hasStatus(400);
        assertThat(readAll(none, "$.errors[*].field")).containsExactly("code");
        MvcTestResult both = complete(
                "{\"transaction\": \"%s\", \"code\": \"123456\", \"recoveryCode\": \"a\"}".formatted(transaction));
        assertThat(both).hasStatus(400);
        assertThat(readAll(both, "$.errors[*].field")).containsExactly("recoveryCode");
        assertThat(factors.complete(transaction, "12345\u0661")).hasStatus(400);
    }

    @Test
    void passwordChangeEndsTransactions() throws Exception {
        String transaction = factors.transaction(member);
        assertThat(calls.changePassword(member.token(), PASSWORD, "a better password"))
                .hasStatus(204);

        assertThat(codeOf(factors.complete(transaction, factors.code(member.secret(), 0))))
                .isEqualTo("invalid-transaction");
    }

    @Test
    void erasureEndsTransactions() throws Exception {
        String transaction = factors.transaction(member);
        assertThat(calls.erase(member.token(), PASSWORD)).hasStatus(202);

        assertThat(codeOf(factors.complete(transaction, factors.code(member.secret(), 0))))
                .isEqualTo("invalid-transaction");
        assertThat(count("factor")).isZero();
        assertThat(count("recovery_code")).isZero();
    }

    @Test
    void accountHasAtMostTwentyTransactions() throws Exception {
        String first = factors.transaction(member);
        for (int i = 0; i < 20; i++) {
            clock.advance(Duration.ofSeconds(1));
            factors.transaction(member);
        }

        assertThat(count("sign_in_transaction")).isEqualTo(20);
        assertThat(codeOf(factors.complete(first, factors.code(member.secret(), 0))))
                .isEqualTo("invalid-transaction");
    }

    private MvcTestResult complete(String body) {
        return factors.send(HttpMethod.POST, "user/login/second-factor", null, body);
    }

    private int count(String table) {
        return jdbc.sql("select count(*) from %s where account_id = ?".formatted(table))
                .param(member.account())
                .query(Integer.class)
                .single();
    }

    private static String codeOf(MvcTestResult result) throws Exception {
        assertThat(result).hasStatus(401);
        return read(result, "$.code");
    }
}
