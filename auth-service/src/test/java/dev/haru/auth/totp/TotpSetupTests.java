package dev.haru.auth.totp;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.AuthCalls.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.totp.FactorCalls.Member;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import org.bouncycastle.util.encoders.Base32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Sets up, replaces and removes an authenticator app. */
@AuthServiceTest
class TotpSetupTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String nickname = "totp-" + UUID.randomUUID().toString().substring(0, 12);

    private UUID account = new UUID(0, 0);
    private String token = "";

    @BeforeEach
    void registerAndSignIn() throws Exception {
        account = UUID.fromString(read(calls.register(nickname), "$.memberId"));
        token = read(calls.login(nickname, PASSWORD), "$.token");
    }

    @Test
    void uriNamesIssuerAndNickname() throws Exception {
        String korean = "하루" + nickname.substring(5, 12);
        calls.register(korean);
        MvcTestResult begun =
                factors.send(HttpMethod.POST, "factors/totp", read(calls.login(korean, PASSWORD), "$.token"), null);

        assertThat(begun).hasHeader("Cache-Control", "no-store");
        assertThat(read(begun, "$.uri"))
                .isEqualTo("otpauth://totp/Haru:%ED%95%98%EB%A3%A8"
                        + korean.substring(2) + "?secret=" + read(begun, "$.secret")
                        + "&issuer=Haru&algorithm=SHA1&digits=6&period=30");
        assertThat(Base32.decode(read(begun, "$.secret"))).hasSize(20);
    }

    @Test
    void unconfirmedSecretChangesNothing() throws Exception {
        factors.begin(token);

        assertThat(calls.login(nickname, PASSWORD)).hasStatusOk();
        assertThat(readAll(factors.list(token), "$.items")).isEmpty();
        assertThat(factors.list(token))
                .bodyJson()
                .extractingPath("$.recoveryCodes")
                .isNull();
    }

    @Test
    void firstCodeTurnsTheSecondFactorOn() throws Exception {
        String other = read(calls.login(nickname, PASSWORD), "$.token");
        MvcTestResult confirmed = factors.confirm(token, factors.code(factors.begin(token), 0));

        assertThat(confirmed).hasStatusOk().hasHeader("Cache-Control", "no-store");
        assertThat(readAll(confirmed, "$.recoveryCodes")).hasSize(10).doesNotHaveDuplicates();
        assertThat(read(calls.login(nickname, PASSWORD), "$.code")).isEqualTo("second-factor-required");
        assertThat(calls.get("sessions", other)).as("another session").hasStatus(401);
        assertThat(readAll(calls.get("devices", token), "$.items"))
                .as("known devices")
                .hasSize(1);
        MvcTestResult list = factors.list(token);
        assertThat(readAll(list, "$.items[*].kind")).containsExactly("totp");
        assertThat(list).bodyJson().extractingPath("$.recoveryCodes.remaining").isEqualTo(10);
        assertThat(readAll(calls.get("events", token), "$.items[*].kind")).contains("factor-added");
    }

    @Test
    void wrongFirstCodeLeavesTheSecretPending() throws Exception {
        byte[] secret = factors.begin(token);

        assertThat(factors.confirm(token, factors.wrongCode(secret))).hasStatus(422);
        assertThat(factors.confirm(token, factors.code(secret, 2))).hasStatus(422);
        assertThat(factors.confirm(token, "12345")).hasStatus(400);
        assertThat(factors.confirm(token, factors.code(secret, 1))).hasStatusOk();
        assertThat(factors.confirm(token, factors.code(secret, 1)))
                .as("no secret is pending")
                .hasStatus(422);
    }

    @Test
    void pendingSecretExpires() throws Exception {
        byte[] secret = factors.begin(token);
        clock.advance(Duration.ofMinutes(10));
        assertThat(calls.confirm(token, PASSWORD)).hasStatus(204);

        assertThat(factors.confirm(token, factors.code(secret, 0))).hasStatus(422);
    }

    @Test
    void setUpLongAfterSignInNeedsConfirmation() throws Exception {
        clock.advance(Duration.ofMinutes(5));

        assertThat(read(factors.send(HttpMethod.POST, "factors/totp", token, null), "$.code"))
                .isEqualTo("confirmation-required");
        assertThat(calls.confirm(token, PASSWORD)).hasStatus(204);
        assertThat(factors.confirm(token, factors.code(factors.begin(token), 0)))
                .hasStatusOk();
    }

    @Test
    void secretIsEncrypted() throws Exception {
        Member member = factors.memberWithTotp(nickname + "x");
        byte[] stored = jdbc.sql("select secret from totp join factor on id = factor_id where account_id = ?")
                .param(member.account())
                .query(byte[].class)
                .single();

        assertThat(Arrays.equals(stored, member.secret())).isFalse();
        assertThat(stored).hasSize(12 + 20 + 16);
    }

    @Test
    void newAppReplacesTheFormerOne() throws Exception {
        Member member = factors.memberWithTotp(nickname + "x");
        byte[] secret = factors.begin(member.token());
        assertThat(readAll(factors.confirm(member.token(), factors.code(secret, 0)), "$.recoveryCodes"))
                .as("the codes of before stay valid")
                .isEmpty();
        factors.nextStep();

        String transaction = factors.transaction(member);
        assertThat(factors.complete(transaction, factors.code(member.secret(), 0)))
                .as("the former app")
                .hasStatus(422);
        assertThat(factors.complete(transaction, factors.code(secret, 0))).hasStatusOk();
        assertThat(readAll(calls.get("events", member.token()), "$.items[*].kind"))
                .contains("factor-replaced");
    }

    @Test
    void removalEndsTheSecondFactor() throws Exception {
        Member member = factors.memberWithTotp(nickname + "x");
        String other = factors.signIn(member);

        assertThat(factors.remove(other)).hasStatus(204);
        assertThat(calls.get("sessions", member.token())).as("another session").hasStatus(401);
        MvcTestResult signedIn = calls.login(member.nickname(), PASSWORD);
        assertThat(signedIn).hasStatusOk();
        assertThat(factors.list(other))
                .bodyJson()
                .extractingPath("$.recoveryCodes")
                .isNull();
        assertThat(factors.remove(other)).hasStatus(404);
    }

    @Test
    void stolenSessionRemovesNothing() throws Exception {
        Member member = factors.memberWithTotp(nickname + "x");
        clock.advance(Duration.ofMinutes(5));

        assertThat(factors.remove(member.token())).hasStatus(403);
        assertThat(factors.replaceRecoveryCodes(member.token())).hasStatus(403);
        assertThat(factors.send(HttpMethod.POST, "factors/totp", member.token(), null))
                .hasStatus(403);
    }
}
