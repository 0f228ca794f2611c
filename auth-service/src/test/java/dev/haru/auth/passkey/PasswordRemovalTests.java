package dev.haru.auth.passkey;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.SoftwareAuthenticator;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it
class PasswordRemovalTests {

    private static final String NEW_PASSWORD = "another good password";

    @Autowired
    private MockMvcTester http;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    private PasskeyMember member;
    private SoftwareAuthenticator authenticator;

    @BeforeEach
    void registerPasskey() throws Exception {
        member = new PasskeyMember(http, calls);
        authenticator = member.addPasskey();
    }

    @Test
    void onePasskeyIsNotEnough() {
        conflict(member.delete("password", null), "passkeys-required");
        assertThat(member.passwordSignIn()).bodyJson().extractingPath("$.code").isEqualTo("second-factor-required");
    }

    @Test
    void removedPasswordIsAWrongPassword() throws Exception {
        withoutPassword();

        MvcTestResult signIn = member.passwordSignIn();
        assertThat(signIn).hasStatus(401);
        assertThat(signIn).bodyJson().extractingPath("$.code").isEqualTo("invalid-credentials");
        assertThat(calls.changePassword(member.token(), PASSWORD, NEW_PASSWORD)).hasStatus(422);
        assertThat(member.delete("password", null)).as("again").hasStatus(204);
        member.use(member.signIn(authenticator));
    }

    @Test
    void secondLastPasskeyRemains() throws Exception {
        withoutPassword();
        member.addPasskey();

        assertThat(member.remove((String) member.passkeys().getLast())).hasStatus(204);
        conflict(member.remove((String) member.passkeys().getLast()), "passkeys-required");
        assertThat(member.passkeys()).hasSize(2);
    }

    @Test
    void proofByPasskeyAddsAPassword() throws Exception {
        withoutPassword();
        clock.advance(Duration.ofMinutes(6));
        assertThat(add(NEW_PASSWORD)).hasStatus(403);
        assertThat(member.confirm(authenticator.get(member.confirmationChallenge())))
                .hasStatus(204);

        assertThat(add(member.nickname)).as("its own nickname").hasStatus(400);
        assertThat(add(NEW_PASSWORD)).hasStatus(204);

        conflict(add(NEW_PASSWORD), "password-exists");
        assertThat(calls.login(member.nickname, NEW_PASSWORD))
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("second-factor-required");
        assertThat(member.remove((String) member.passkeys().getLast())).hasStatus(204);
    }

    @Test
    void accountWithoutPasswordIsErasedByAFreshProof() throws Exception {
        assertThat(member.delete("user", "{}"))
                .as("with a password")
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("password");
        withoutPassword();
        clock.advance(Duration.ofMinutes(6));
        assertThat(member.delete("user", "{}")).hasStatus(403);
        assertThat(member.confirm(authenticator.get(member.confirmationChallenge())))
                .hasStatus(204);

        assertThat(member.delete("user", "{}")).hasStatus(202);

        assertThat(member.signIn(authenticator)).hasStatus(401);
    }

    private void withoutPassword() throws Exception {
        member.addPasskey();
        assertThat(member.delete("password", null)).hasStatus(204);
    }

    private MvcTestResult add(String password) {
        return member.post("password", """
                {"new": "%s"}
                """.formatted(password));
    }

    private static void conflict(MvcTestResult result, String code) {
        assertThat(result).hasStatus(409);
        assertThat(result).bodyJson().extractingPath("$.code").isEqualTo(code);
    }
}
