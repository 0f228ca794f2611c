package dev.haru.auth.passkey;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.SoftwareAuthenticator;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The ways of passkeys that succeed, and the limits of an account. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it
class PasskeyTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    @Autowired
    private PasskeyCleanup cleanup;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private PasskeyMember member;

    @BeforeEach
    void registerMember() throws Exception {
        member = new PasskeyMember(http, calls);
    }

    @Test
    void optionsRequireADiscoverablePasskeyOfAVerifiedUser() throws Exception {
        member.addPasskey();
        MvcTestResult options = member.post("factors/passkeys/options", null);

        assertThat(options)
                .bodyJson()
                .extractingPath("$.authenticatorSelection")
                .hasToString("{residentKey=required, requireResidentKey=true, userVerification=required}");
        assertThat(options).bodyJson().extractingPath("$.attestation").isEqualTo("none");
        assertThat(options).bodyJson().extractingPath("$.rp.id").isEqualTo("localhost");
        assertThat(options).bodyJson().extractingPath("$.user.name").isEqualTo(member.nickname);
        assertThat(AuthCalls.readAll(options, "$.pubKeyCredParams[*].alg")).containsExactly(-7, -8, -257);
        assertThat(AuthCalls.readAll(options, "$.excludeCredentials[*].transports"))
                .hasToString("[[\"hybrid\",\"internal\"]]");
    }

    @Test
    void firstPasskeyBringsRecoveryCodes() throws Exception {
        MvcTestResult first = member.register(PasskeyMember.authenticator());
        MvcTestResult second = member.register(PasskeyMember.authenticator());

        assertThat(AuthCalls.readAll(first, "$.recoveryCodes[*]")).hasSize(10);
        assertThat(AuthCalls.readAll(second, "$.recoveryCodes[*]")).isEmpty();
        assertThat(member.passkeys()).hasSize(2);
        assertThat(events("factor-added")).isEqualTo(2);
    }

    @Test
    void passkeyAloneSignsIn() throws Exception {
        SoftwareAuthenticator authenticator = member.addPasskey();
        MvcTestResult signedIn = member.signIn(authenticator);

        assertThat(signedIn).hasStatusOk();
        assertThat(signedIn.getResponse().getCookie("haru_device")).isNotNull();
        member.use(signedIn);
        assertThat(member.passkeys()).hasSize(1);
        assertThat(member.post("factors/passkeys/options", null))
                .as("the sign-in is a fresh proof of both factors")
                .hasStatusOk();
    }

    @Test
    void passkeyCompletesASignInByPassword() throws Exception {
        SoftwareAuthenticator authenticator = member.addPasskey();
        MvcTestResult begun = member.passwordSignIn();

        assertThat(begun).hasStatus(401);
        assertThat(begun).bodyJson().extractingPath("$.code").isEqualTo("second-factor-required");
        assertThat(AuthCalls.readAll(begun, "$.factors[*]")).contains("passkey");
        String transaction = AuthCalls.read(begun, "$.transaction");
        assertThat(member.completeSignIn(transaction, PasskeyMember.authenticator()))
                .hasStatus(422);
        assertThat(member.completeSignIn(transaction, authenticator)).hasStatusOk();
    }

    @Test
    void passkeyIsAFreshProof() throws Exception {
        SoftwareAuthenticator authenticator = member.addPasskey();
        clock.advance(Duration.ofMinutes(6));
        assertThat(member.post("factors/passkeys/options", null)).hasStatus(403);

        assertThat(member.confirm(authenticator.get(member.confirmationChallenge())))
                .hasStatus(204);

        assertThat(member.post("factors/passkeys/options", null)).hasStatusOk();
        assertThat(events("passkey-confirmed")).isOne();
    }

    @Test
    void changesNeedAFreshProof() throws Exception {
        member.addPasskey();
        String passkey = (String) member.passkeys().getFirst();
        clock.advance(Duration.ofMinutes(6));

        assertThat(member.remove(passkey)).hasStatus(403);
        assertThat(rename("/v1/auth/factors/passkeys/" + passkey + "/name", member.token()))
                .hasStatus(403);
        assertThat(member.delete("password", null)).hasStatus(403);
        assertThat(member.post("password", "{\"new\": \"another good password\"}"))
                .hasStatus(403);
    }

    @Test
    void accountHasAtMostTenPasskeys() throws Exception {
        for (int i = 0; i < 10; i++) {
            member.addPasskey();
        }
        MvcTestResult eleventh = member.post("factors/passkeys/options", null);

        assertThat(eleventh).hasStatus(409);
        assertThat(eleventh).bodyJson().extractingPath("$.code").isEqualTo("passkey-limit-reached");
    }

    @Test
    void removedPasskeySignsNobodyIn() throws Exception {
        SoftwareAuthenticator authenticator = member.addPasskey();
        String passkey = (String) member.passkeys().getFirst();

        assertThat(new PasskeyMember(http, calls).remove(passkey)).hasStatus(404);
        assertThat(member.remove(passkey)).hasStatus(204);

        assertThat(member.signIn(authenticator)).hasStatus(401);
        assertThat(calls.login(member.nickname, PASSWORD))
                .as("without a factor, the password is enough")
                .hasStatusOk();
    }

    @Test
    void ownerRenamesAPasskey() throws Exception {
        member.addPasskey();
        String path = "/v1/auth/factors/passkeys/" + member.passkeys().getFirst() + "/name";

        assertThat(rename(path, member.token())).hasStatus(204);
        assertThat(AuthCalls.read(calls.get("factors/passkeys", member.token()), "$.items[0].name"))
                .isEqualTo("Key ring");
        assertThat(rename(path, new PasskeyMember(http, calls).token())).hasStatus(404);
        MvcTestResult twoLines = rename(path, member.token(), "Key\\nring");
        assertThat(twoLines).hasStatus(400);
        assertThat(twoLines).bodyJson().extractingPath("$.errors[0].field").isEqualTo("name");
    }

    @Test
    void usedChallengesAreDeletedWhenTheyExpire() throws Exception {
        member.addPasskey();
        clock.advance(Duration.ofMinutes(6));
        cleanup.run();

        assertThat(jdbc.sql("select count(*) from used_passkey_challenge where expires_at <= ?")
                        .param(clock.instant().atOffset(ZoneOffset.UTC))
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    private MvcTestResult rename(String path, String token) {
        return rename(path, token, "Key ring");
    }

    private MvcTestResult rename(String path, String token, String name) {
        return http.put()
                .uri(path)
                .header("Authorization", "Bearer " + token)
                .contentType("application/json")
                .content("{\"name\": \"" + name + "\"}")
                .exchange();
    }

    private int events(String kind) {
        return jdbc.sql("select count(*) from security_event where account_id = ? and kind = ?")
                .params(member.account, kind)
                .query(Integer.class)
                .single();
    }
}
