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
import dev.haru.platform.test.EmbeddedDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Uses and replaces recovery codes. */
@AuthServiceTest
class RecoveryCodeTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    private Member member;

    @BeforeEach
    void memberWithTotp() throws Exception {
        member = factors.memberWithTotp(freshNickname());
    }

    @Test
    void codeCompletesOneSignIn() throws Exception {
        String code = member.recoveryCodes().getFirst();
        MvcTestResult signedIn = factors.completeWithRecoveryCode(factors.transaction(member), code);

        assertThat(signedIn).hasStatusOk();
        assertThat(factors.completeWithRecoveryCode(factors.transaction(member), code))
                .hasStatus(422);
        String token = read(signedIn, "$.token");
        assertThat(factors.list(token))
                .bodyJson()
                .extractingPath("$.recoveryCodes.remaining")
                .isEqualTo(9);
        assertThat(readAll(calls.get("events", token), "$.items[*].kind")).contains("recovery-code-used");
    }

    @Test
    void codeIsAcceptedInAnyCaseAndSpacing() throws Exception {
        String code = member.recoveryCodes().getFirst();
        assertThat(code).matches("[a-z2-7]{4}(-[a-z2-7]{4}){3}");

        assertThat(factors.completeWithRecoveryCode(
                        factors.transaction(member),
                        " " + code.replace("-", " ").toUpperCase(Locale.ROOT) + " "))
                .hasStatusOk();
    }

    @Test
    void parallelCallsWithOneCodeOpenOneSession() throws Exception {
        String code = member.recoveryCodes().getFirst();
        List<Callable<MvcTestResult>> uses = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String transaction = factors.transaction(member);
            uses.add(() -> factors.completeWithRecoveryCode(transaction, code));
        }

        assertThat(FactorCalls.parallel(uses)).containsExactlyInAnyOrder(200, 422, 422);
    }

    @Test
    void newCodesEndTheFormerOnes() throws Exception {
        MvcTestResult replaced = factors.replaceRecoveryCodes(member.token());
        assertThat(replaced).hasStatusOk().hasHeader("Cache-Control", "no-store");
        List<Object> codes = readAll(replaced, "$.recoveryCodes");
        assertThat(codes).hasSize(10).doesNotContainAnyElementsOf(member.recoveryCodes());

        assertThat(factors.completeWithRecoveryCode(
                        factors.transaction(member), member.recoveryCodes().getFirst()))
                .hasStatus(422);
        assertThat(factors.completeWithRecoveryCode(
                        factors.transaction(member), codes.getFirst().toString()))
                .hasStatusOk();
        assertThat(readAll(calls.get("events", member.token()), "$.items[*].kind"))
                .contains("recovery-codes-created");
    }

    @Test
    void usedUpCodesAreNoLongerOffered() throws Exception {
        jdbc.sql("update recovery_code set used_at = now() where account_id = ?")
                .param(member.account())
                .update();

        assertThat(readAll(calls.login(member.nickname(), PASSWORD), "$.factors"))
                .containsExactly("totp");
    }

    @Test
    void databaseHasOnlyHashes() {
        List<Integer> lengths = jdbc.sql("select length(code_hash) as bytes from recovery_code where account_id = ?")
                .param(member.account())
                .query((row, _) -> row.getInt("bytes"))
                .list();

        assertThat(lengths).hasSize(10).containsOnly(32);
    }

    @Test
    void accountWithoutSecondFactorHasNoCodes() throws Exception {
        String nickname = freshNickname();
        calls.register(nickname);
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        MvcTestResult refused = factors.replaceRecoveryCodes(token);
        assertThat(refused).hasStatus(409);
        assertThat(read(refused, "$.code")).isEqualTo("no-second-factor");
    }
}
