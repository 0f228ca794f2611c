package dev.haru.auth.guard;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.guard.TestClient.freshAddress;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The device cookie, which keeps the owner able to sign in during an attack. */
@AuthServiceTest
class KnownDeviceTests {

    @Autowired
    private MockMvcTester http;

    private final String nickname = freshNickname();
    private final String guesserAddress = freshAddress();
    private TestClient guesser;
    private TestClient owner;

    @BeforeEach
    void member() {
        guesser = new TestClient(http, guesserAddress);
        owner = new TestClient(http, freshAddress());
        owner.register(nickname);
    }

    @Test
    void knownDeviceSignsInDuringAnAttack() {
        assertThat(owner.signIn(nickname)).hasStatusOk();
        for (int i = 0; i < 10; i++) {
            guesser.signInSolvingChallenge(nickname, "wrong-password");
        }

        assertThat(owner.fromAddress(guesserAddress).signIn(nickname)).hasStatusOk();
        assertThat(owner.fromAddress(freshAddress()).signIn(nickname)).hasStatusOk();
    }

    @Test
    void deviceCookieIsInvalidForAnotherAccount() {
        assertThat(owner.signIn(nickname)).hasStatusOk();
        String other = freshNickname();
        new TestClient(http, freshAddress()).register(other);

        TestClient thief = owner.fromAddress(guesserAddress);
        for (int i = 0; i < 3; i++) {
            thief.guess(other);
        }
        assertThat(thief.guess(other)).hasStatus(428);
    }

    @Test
    void deviceThatGuessesIsNoLongerTrusted() {
        assertThat(owner.signIn(nickname)).hasStatusOk();
        TestClient thief = owner.fromAddress(guesserAddress);
        for (int i = 0; i < 10; i++) {
            assertThat(thief.guess(nickname)).hasStatus(401);
        }

        for (int i = 0; i < 3; i++) {
            assertThat(thief.guess(nickname)).as("counted as an unknown device").hasStatus(401);
        }
        assertThat(thief.signIn(nickname)).hasStatus(428);
    }

    @Test
    void deviceCookieIsSetOnceAndHiddenFromScripts() {
        MvcTestResult first = owner.signIn(nickname);

        assertThat(first.getResponse().getHeader("Set-Cookie"))
                .contains(
                        "haru_device=",
                        "Path=/v1/auth/user",
                        "HttpOnly",
                        "Secure",
                        "SameSite=None",
                        "Partitioned",
                        "Max-Age=15552000");
        assertThat(owner.signIn(nickname).getResponse().getHeader("Set-Cookie")).isNull();
    }
}
