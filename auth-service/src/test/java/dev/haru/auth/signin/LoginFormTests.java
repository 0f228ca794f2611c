package dev.haru.auth.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.signin.SignInController.LoginForm;
import org.junit.jupiter.api.Test;

class LoginFormTests {

    @Test
    void formPrintsNoSecret() {
        LoginForm form = new LoginForm("fan@example.org", "a-password-7", null, "042137");

        assertThat(form.toString())
                .doesNotContain("fan")
                .doesNotContain("a-password-7")
                .doesNotContain("042137");
    }
}
