package dev.haru.auth.factor;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.AuthCalls.readAll;
import static dev.haru.auth.totp.FactorCalls.parallel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.auth.totp.FactorCalls.Member;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import jakarta.servlet.http.Cookie;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Signs in with a password and a code of an authenticator app. */
@AuthServiceTest
class SecondFactorSignInTests {

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
    void passwordAloneOpensNothing() throws Exception {
        int sessions = count("session");
        MvcTestResult result = calls.login(member.nickname(), PASSWORD);

        assertThat(result).hasStatus(401);
        assertThat(read(result, "$.code")).isEqualTo("second-factor-required");
        assertThat(read(result, "$.transaction")).startsWith("hrt_");
        assertThat(readAll(result, "$.factors")).containsExactly("totp", "recovery-code");
        assertThat(result).bodyJson().doesNotHavePath("$.token");
        assertThat(result.getResponse().getCookies()).isEmpty();
        assertThat(count("session")).isEqualTo(sessions);
        assertThat(count("device")).isOne();
    }

    @Test
    void codeCompletesTheSignIn() throws Exception {
        MvcTestResult result = factors.complete(factors.transaction(member), factors.code(member.secret(), 0));

        assertThat(result).hasStatusOk();
        assertThat(result.getResponse().getCookie(DeviceToken.COOKIE)).isNotNull();
        String token = read(result, "$.token");
        assertThat(calls.get("sessions", token)).hasStatusOk();
        assertThat(read(factors.list(token), "$.items[0].lastUsedAt"))
                .isEqualTo(clock.instant().toString());
        assertThat(readAll(calls.get("events", token), "$.items[*].kind")).contains("signed-in");
    }

    @Test
    void wrongPasswordDoesNotRevealTheSecondFactor() throws Exception {
        MvcTestResult result = calls.login(member.nickname(), "not-" + PASSWORD);

        assertThat(read(result, "$.code")).isEqualTo("invalid-credentials");
        assertThat(result).bodyJson().doesNotHavePath("$.factors");
    }

    @Test
    void signInByEmailAddressNeedsTheSecondFactor(@Autowired AccountFixture accounts) throws Exception {
        String address = member.nickname() + "@example.org";
        accounts.verify(member.account(), address);
        MvcTestResult result = calls.login(address, PASSWORD);

        assertThat(result).hasStatus(401);
        assertThat(factors.complete(read(result, "$.transaction"), factors.code(member.secret(), 0)))
                .hasStatusOk();
    }

    @Test
    void knownDeviceNeedsTheSecondFactor() throws Exception {
        Cookie device = cookieOf(factors.complete(factors.transaction(member), factors.code(member.secret(), 0)));
        MvcTestResult result = calls.login(member.nickname(), PASSWORD, device);

        assertThat(result).hasStatus(401);
        factors.nextStep();
        MvcTestResult completed =
                factors.complete(read(result, "$.transaction"), factors.code(member.secret(), 0), "192.0.2.7", device);
        assertThat(completed).hasStatusOk();
        assertThat(readAll(calls.get("devices", read(completed, "$.token")), "$.items"))
                .as("the session before the factor had a device, too")
                .hasSize(2);
    }

    @Test
    void codeWorksOnce() throws Exception {
        String code = factors.code(member.secret(), 0);
        assertThat(factors.complete(factors.transaction(member), code)).hasStatusOk();

        MvcTestResult again = factors.complete(factors.transaction(member), code);
        assertThat(again).hasStatus(422);
        assertThat(read(again, "$.code")).isEqualTo("invalid-code");
        assertThat(factors.complete(factors.transaction(member), factors.code(member.secret(), -1)))
                .as("the code of the set-up")
                .hasStatus(422);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void codeWithinTheDriftIsAccepted(int steps) throws Exception {
        assertThat(factors.complete(factors.transaction(member), factors.code(member.secret(), steps)))
                .hasStatusOk();
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 2, 3})
    void codeBeyondTheDriftIsRefused(int steps) throws Exception {
        assertThat(factors.complete(factors.transaction(member), factors.code(member.secret(), steps)))
                .hasStatus(422);
    }

    @Test
    void parallelCallsWithOneCodeOpenOneSession() throws Exception {
        String code = factors.code(member.secret(), 0);
        List<String> transactions =
                List.of(factors.transaction(member), factors.transaction(member), factors.transaction(member));
        int sessions = count("session");

        List<Integer> statuses = parallel(transactions.stream()
                .<Callable<MvcTestResult>>map(transaction -> () -> factors.complete(transaction, code))
                .toList());

        assertThat(statuses).containsExactlyInAnyOrder(200, 422, 422);
        assertThat(count("session")).isEqualTo(sessions + 1);
    }

    @Test
    void sessionWithoutSecondFactorIsRefusedByTheDatabase() {
        // As a pod of the version before inserts it.
        int inserted = jdbc.sql("""
                        insert into session (id, account_id, epoch, created_at, last_used_at, address)
                        select uuidv7(), id, session_epoch, now(), now(), '192.0.2.1' from account where id = ?
                        """).param(member.account()).update();

        assertThat(inserted).isZero();
    }

    private int count(String table) {
        return jdbc.sql("select count(*) from %s where account_id = ?".formatted(table))
                .param(member.account())
                .query(Integer.class)
                .single();
    }

    private static Cookie cookieOf(MvcTestResult result) {
        return Objects.requireNonNull(result.getResponse().getCookie(DeviceToken.COOKIE));
    }
}
