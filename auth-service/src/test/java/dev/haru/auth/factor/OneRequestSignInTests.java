package dev.haru.auth.factor;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.AuthCalls.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.auth.totp.FactorCalls.Member;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Signs in with a password and a code of an authenticator app in one request. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by days
class OneRequestSignInTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private Member member;

    @BeforeEach
    void memberWithTotp() throws Exception {
        member = factors.memberWithTotp(freshNickname());
    }

    @Test
    void rightCodeOpensASession() throws Exception {
        MvcTestResult result = signIn(code());

        assertThat(result).hasStatusOk();
        assertThat(result.getResponse().getCookie(DeviceToken.COOKIE)).isNotNull();
        String token = read(result, "$.token");
        assertThat(read(factors.list(token), "$.items[0].lastUsedAt"))
                .isEqualTo(clock.instant().toString());
        assertThat(factors.replaceRecoveryCodes(token))
                .as("a change that needs a fresh proof with the second factor")
                .hasStatusOk();
        assertThat(count("sign_in_transaction")).isZero();
    }

    @Test
    void wrongCodeOpensNothing() throws Exception {
        int sessions = count("session");

        MvcTestResult result = signIn(factors.wrongCode(member.secret()));

        assertThat(result).hasStatus(422);
        assertThat(read(result, "$.code")).isEqualTo("invalid-code");
        assertThat(result.getResponse().getCookies()).isEmpty();
        assertThat(count("session")).isEqualTo(sessions);
        Awaitility.await()
                .untilAsserted(() -> assertThat(readAll(calls.get("events", member.token()), "$.items[*].kind"))
                        .contains("second-factor-failed"));
    }

    @Test
    void usedCodeIsRefusedInOneAndInTwoRequests() throws Exception {
        String transaction = factors.transaction(member);
        String code = code();
        assertThat(signIn(code)).hasStatusOk();

        assertThat(signIn(code)).hasStatus(422);
        assertThat(factors.complete(transaction, code)).hasStatus(422);
    }

    @Test
    void parallelCallsWithOneCodeOpenOneSession() throws Exception {
        String code = code();
        int sessions = count("session");

        List<Integer> statuses =
                FactorCalls.parallel(Collections.nCopies(3, (Callable<MvcTestResult>) () -> signIn(code)));

        assertThat(statuses).containsExactlyInAnyOrder(200, 422, 422);
        assertThat(count("session")).isEqualTo(sessions + 1);
    }

    @Test
    void wrongPasswordUsesUpNoCode() throws Exception {
        String code = code();

        MvcTestResult wrong = factors.signInAtOnce(member, "not-" + PASSWORD, code, factors.nextAddress());

        assertThat(read(wrong, "$.code")).isEqualTo("invalid-credentials");
        assertThat(signIn(code)).hasStatusOk();
    }

    @Test
    void disabledAccountUsesUpNoCode() {
        String code = code();
        disable("now()");

        assertThat(signIn(code)).hasStatus(403);
        disable("null");
        assertThat(signIn(code)).hasStatusOk();
    }

    @Test
    void accountWithoutAnAppGetsATransaction() throws Exception {
        jdbc.sql("delete from totp where factor_id in (select id from factor where account_id = ?)")
                .param(member.account())
                .update();

        MvcTestResult result = signIn("123456");

        assertThat(result).hasStatus(401);
        assertThat(read(result, "$.code")).isEqualTo("second-factor-required");
        assertThat(read(result, "$.transaction")).startsWith("hrt_");
    }

    @Test
    void codeHasNoEffectWithoutASecondFactor() throws Exception {
        String nickname = freshNickname();
        UUID account = UUID.fromString(read(calls.register(nickname), "$.memberId"));
        Member plain = new Member(nickname, account, "", new byte[0], List.of());

        assertThat(factors.signInAtOnce(plain, PASSWORD, "000000", factors.nextAddress()))
                .hasStatusOk();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12345", "1234567", "12345a", "１２３４５６"})
    void malformedCodeIsRefused(String code) throws Exception {
        MvcTestResult result = signIn(code);

        assertThat(result).hasStatus(400);
        assertThat(read(result, "$.errors[0].field")).isEqualTo("code");
    }

    @Test
    void accountAcceptsTwentyWrongCodesADay() throws Exception {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 21; i++) {
            clock.advance(Duration.ofSeconds(10)); // so slowly that the login guard requires no challenge
            statuses.add(
                    signIn(factors.wrongCode(member.secret())).getResponse().getStatus());
        }

        assertThat(statuses.subList(0, 20)).containsOnly(422);
        assertThat(statuses.getLast()).isEqualTo(429);
        assertThat(signIn(code())).as("the right code").hasStatus(429);
        assertThat(factors.complete(factors.transaction(member), code()))
                .as("in two requests")
                .hasStatus(429);
        clock.advance(Duration.ofDays(1));
        assertThat(signIn(code())).hasStatusOk();
    }

    @Test
    void wrongCodesCountInTheLoginGuard() {
        String address = factors.nextAddress();
        for (int i = 0; i < 3; i++) {
            assertThat(factors.signInAtOnce(member, PASSWORD, factors.wrongCode(member.secret()), address))
                    .hasStatus(422);
        }

        assertThat(factors.signInAtOnce(member, PASSWORD, code(), address)).hasStatus(428);
    }

    @Test
    void parallelGuessesAreNoMoreThanThoseInSequence() throws Exception {
        String address = factors.nextAddress();
        String wrong = factors.wrongCode(member.secret());

        List<Integer> statuses = FactorCalls.parallel(Collections.nCopies(
                40, (Callable<MvcTestResult>) () -> factors.signInAtOnce(member, PASSWORD, wrong, address)));

        assertThat(statuses).isSubsetOf(422, 428, 429);
        assertThat(statuses.stream().filter(status -> status == 422)).hasSizeLessThanOrEqualTo(10);
    }

    private MvcTestResult signIn(String code) {
        return factors.signInAtOnce(member, PASSWORD, code, factors.nextAddress());
    }

    private String code() {
        return factors.code(member.secret(), 0);
    }

    private void disable(String since) {
        jdbc.sql("update account set disabled_at = %s where id = ?".formatted(since))
                .param(member.account())
                .update();
    }

    private int count(String table) {
        return jdbc.sql("select count(*) from %s where account_id = ?".formatted(table))
                .param(member.account())
                .query(Integer.class)
                .single();
    }
}
