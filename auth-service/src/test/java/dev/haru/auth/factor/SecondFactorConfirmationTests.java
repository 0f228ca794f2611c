package dev.haru.auth.factor;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.AuthCalls.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.recovery.RecoveryCalls;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.auth.totp.FactorCalls.Member;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Confirms with a second factor, and recovers an account that has one. */
@AuthServiceTest
class SecondFactorConfirmationTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    private Member member;

    @BeforeEach
    void memberWithAnOldProof() throws Exception {
        member = factors.memberWithTotp(freshNickname());
        clock.advance(Duration.ofMinutes(6));
    }

    @Test
    void passwordAloneIsNoProof() throws Exception {
        MvcTestResult result = calls.confirm(member.token(), PASSWORD);

        assertThat(result).hasStatus(422);
        assertThat(read(result, "$.code")).isEqualTo("second-factor-missing");
        assertThat(readAll(result, "$.factors")).containsExactly("totp", "recovery-code");
        assertThat(factors.replaceRecoveryCodes(member.token())).hasStatus(403);
    }

    @Test
    void passwordAndCodeAreAProof() throws Exception {
        assertThat(confirm("code", factors.code(member.secret(), 0))).hasStatus(204);
        assertThat(factors.replaceRecoveryCodes(member.token())).hasStatusOk();

        MvcTestResult again = confirm("code", factors.code(member.secret(), 0));
        assertThat(again).as("the same code").hasStatus(422);
        assertThat(read(again, "$.code")).isEqualTo("invalid-code");
    }

    @Test
    void passwordAndRecoveryCodeAreAProof() {
        assertThat(confirm("recoveryCode", member.recoveryCodes().getFirst())).hasStatus(204);
        assertThat(factors.remove(member.token())).hasStatus(204);
    }

    @Test
    void codeWithAWrongPasswordIsNoProofAndStaysValid() throws Exception {
        String code = factors.code(member.secret(), 0);
        MvcTestResult wrong = factors.confirmation(
                member.token(), "{\"password\": \"wrong-password\", \"code\": \"%s\"}".formatted(code));

        assertThat(read(wrong, "$.code")).isEqualTo("wrong-current-password");
        assertThat(confirm("code", code)).hasStatus(204);
    }

    @Test
    void bothCodesAreRefused() {
        assertThat(factors.confirmation(
                        member.token(),
                        "{\"password\": \"%s\", \"code\": \"123456\", \"recoveryCode\": \"a\"}".formatted(PASSWORD)))
                .hasStatus(400);
    }

    @Test
    void guessesAreBounded() {
        for (int i = 0; i < 10; i++) {
            assertThat(confirm("code", factors.wrongCode(member.secret()))).hasStatus(422);
        }

        assertThat(confirm("code", factors.code(member.secret(), 0))).hasStatus(429);
    }

    @Test
    void guessesOfAThiefDoNotExcludeTheOwner() throws Exception {
        for (int i = 0; i < 20; i++) {
            clock.advance(Duration.ofMinutes(1));
            assertThat(confirm("code", factors.wrongCode(member.secret()))).hasStatus(422);
        }
        clock.advance(Duration.ofMinutes(4));
        assertThat(confirm("code", factors.code(member.secret(), 0)))
                .as("the session of the thief")
                .hasStatus(429);

        assertThat(factors.signIn(member)).startsWith("hru_");
    }

    @Test
    void passwordChangeAndErasureNeedTheProof() throws Exception {
        assertThat(read(calls.changePassword(member.token(), PASSWORD, "a better password"), "$.code"))
                .isEqualTo("confirmation-required");
        assertThat(read(calls.erase(member.token(), PASSWORD), "$.code")).isEqualTo("confirmation-required");

        assertThat(confirm("code", factors.code(member.secret(), 0))).hasStatus(204);
        assertThat(calls.changePassword(member.token(), PASSWORD, "a better password"))
                .hasStatus(204);
        assertThat(calls.erase(member.token(), "a better password")).hasStatus(202);
    }

    @Test
    void identifierChangeNeedsTheProof() throws Exception {
        UUID session = calls.sessionOf(member.token());
        String nickname = member.nickname() + "x";
        // A pod of the version before records a password alone.
        jdbc.sql("update session set confirmed_at = now() + interval '1 day' where id = ?")
                .param(session)
                .update();
        assertThat(calls.identify(member.account(), session, nickname, "null")).hasStatus(403);

        assertThat(confirm("code", factors.code(member.secret(), 0))).hasStatus(204);
        assertThat(calls.identify(member.account(), session, nickname, "null")).hasStatusOk();
    }

    @Test
    void recoveryByMailDoesNotReplaceTheSecondFactor(
            @Autowired AccountFixture accounts, @Autowired RecoveryCalls recovery) throws Exception {
        String address = member.nickname() + "@example.org";
        accounts.verify(member.account(), address);
        assertThat(recovery.reset(recovery.requestedLink(address), "a better password"))
                .hasStatus(204);

        MvcTestResult signedIn = calls.login(member.nickname(), "a better password");
        assertThat(read(signedIn, "$.code")).isEqualTo("second-factor-required");
        assertThat(factors.complete(read(signedIn, "$.transaction"), factors.code(member.secret(), 0)))
                .hasStatusOk();
    }

    private MvcTestResult confirm(String field, String code) {
        return factors.confirmation(
                member.token(), "{\"password\": \"%s\", \"%s\": \"%s\"}".formatted(PASSWORD, field, code));
    }
}
