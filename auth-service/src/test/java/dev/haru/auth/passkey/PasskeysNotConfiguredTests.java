package dev.haru.auth.passkey;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.code;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.UnconfiguredService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Calls in a deployment without passkeys. */
@AuthServiceTest
@UnconfiguredService
class PasskeysNotConfiguredTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MockMvcTester http;

    private String token;

    @BeforeEach
    void signIn() throws Exception {
        String nickname = freshNickname();
        calls.register(nickname);
        token = calls.signIn(nickname);
    }

    @ParameterizedTest
    @ValueSource(strings = {"user/login/passkey/options", "factors/passkeys/options", "confirmation/passkey/options"})
    void callIsRefused(String path) throws Exception {
        MvcTestResult refused = http.post()
                .uri("/v1/auth/" + path)
                .header("Authorization", "Bearer " + token)
                .exchange();

        assertThat(refused).hasStatus(503).doesNotContainHeader("Retry-After");
        assertThat(code(refused)).isEqualTo("passkeys-not-configured");
    }
}
