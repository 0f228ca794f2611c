package dev.haru.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@AuthServiceTest
class ProblemLanguageTests {

    @Autowired
    private MockMvcTester http;

    /** The exception comes from the virtual thread of the sign-in, which knows no request. */
    @Test
    void failedSignInIsExplainedInTheLanguage() {
        MvcTestResult answer = post("login", """
                {"nickname": "unknown_member", "password": "password12345678"}
                """);

        assertThat(answer).hasStatus(401).hasHeader("Content-Language", "ko");
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("invalid-credentials");
        assertThat(answer).bodyJson().extractingPath("$.detail").isEqualTo("닉네임, 이메일 주소 또는 비밀번호가 올바르지 않습니다.");
    }

    @Test
    void constraintsAreExplainedInTheLanguage() {
        MvcTestResult answer = post("register", """
                {"nickname": "two words", "password": "password", "regionName": "Seoul"}
                """);

        assertThat(answer).hasStatus(400);
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.errors[*].message")
                .asArray()
                .containsExactlyInAnyOrder(
                        "글자, 숫자, '_', '.', '-' 2~40자여야 하고 글자 또는 숫자로 시작해야 합니다", "매우 흔한 비밀번호라서 사용할 수 없습니다");
    }

    private MvcTestResult post(String call, String body) {
        return http.post()
                .uri("/v1/auth/user/" + call)
                .header("Accept-Language", "ko")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }
}
