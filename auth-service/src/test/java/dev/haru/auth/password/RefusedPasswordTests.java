package dev.haru.auth.password;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Each call that sets a password refuses passwords of breaches and the name of the service, before it hashes. */
@AuthServiceTest
class RefusedPasswordTests {

    /** A password of the filter that is not among the most common ones. */
    private static final String BREACHED = "estrellita";

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MockMvcTester http;

    private final String nickname = freshNickname();

    @ParameterizedTest
    @CsvSource({
        "estrellita, en, is known from a data breach",
        "EstrelliTA, en, is known from a data breach",
        "ｅｓｔｒｅｌｌｉｔａ, en, is known from a data breach",
        "estrellita, ko, 유출된 적이 있는 비밀번호라서 사용할 수 없습니다",
        "haru2026!!, en, must not consist of the name of this service",
        "haru2026!!, ko, 서비스 이름만으로 이루어질 수 없습니다"
    })
    void refusedPasswordOfARegistrationIsNamed(String password, String language, String message) throws Exception {
        MvcTestResult answer = post("/v1/auth/user/register", language, """
                {"nickname": "%s", "password": "%s", "regionName": "Seoul"}
                """.formatted(nickname, password));

        assertThat(answer).hasStatus(400);
        assertThat(read(answer, "$.code").toString()).isEqualTo("invalid-request");
        assertThat(read(answer, "$.errors[0].field").toString()).isEqualTo("password");
        assertThat(read(answer, "$.errors[0].message").toString()).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {BREACHED, "haruharu"})
    void changeOfThePasswordIsRefused(String password) throws Exception {
        calls.register(nickname);
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        MvcTestResult answer = calls.changePassword(token, PASSWORD, password);

        assertThat(answer).hasStatus(400);
        assertThat(read(answer, "$.errors[0].field").toString()).isEqualTo("new");
        assertThat(calls.login(nickname, PASSWORD)).hasStatus(200);
    }

    @Test
    void resetIsRefusedBeforeItsTokenIsUsed() throws Exception {
        MvcTestResult answer = post("/v1/auth/recovery/password", "en", """
                {"token": "hrp_", "new": "%s"}
                """.formatted(BREACHED));

        assertThat(answer).hasStatus(400);
        assertThat(read(answer, "$.errors[0].field").toString()).isEqualTo("new");
    }

    @Test
    void signInAcceptsAnOldPasswordOfABreach() {
        assertThat(calls.login(nickname, BREACHED)).as("not 400").hasStatus(401);
    }

    private MvcTestResult post(String path, String language, String body) {
        return http.post()
                .uri(path)
                .header(HttpHeaders.ACCEPT_LANGUAGE, language)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }
}
