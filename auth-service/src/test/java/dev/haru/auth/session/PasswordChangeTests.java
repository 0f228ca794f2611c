package dev.haru.auth.session;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The change of the password, and the sessions that it ends. */
@AuthServiceTest
class PasswordChangeTests {

    @Autowired
    private AuthCalls calls;

    private final String nickname = freshNickname();

    @BeforeEach
    void member() {
        assertThat(calls.register(nickname)).hasStatus(201);
    }

    @Test
    void onlyTheNewPasswordSignsInAfterAChange() throws Exception {
        String other = calls.signIn(nickname);
        String token = calls.signIn(nickname);

        assertThat(calls.changePassword(token, "wrong-" + PASSWORD, "a better password"))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("wrong-current-password");
        assertThat(calls.changePassword(token, PASSWORD, "short"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("new");
        assertThat(calls.changePassword(token, PASSWORD, "a better password")).hasStatus(204);

        assertThat(calls.login(nickname, PASSWORD)).hasStatus(401);
        assertThat(calls.login(nickname, "a better password")).hasStatusOk();
        assertThat(calls.get("sessions", other)).hasStatus(401);
        assertThat(calls.get("sessions", token)).hasStatusOk();
    }

    @Test
    void newPasswordEqualToTheNicknameIsRefused() throws Exception {
        String token = calls.signIn(nickname);

        MvcTestResult answer = calls.changePassword(token, PASSWORD, nickname.toUpperCase(Locale.ROOT));

        assertThat(answer)
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("new");
    }
}
