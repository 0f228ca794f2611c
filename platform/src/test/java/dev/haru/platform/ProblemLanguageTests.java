package dev.haru.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The language of problems. */
@ThingServiceTest
class ProblemLanguageTests {

    @Autowired
    private MockMvcTester http;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name": " "}                   | name | 공백일 수 없습니다
            {"name": "a", "what": 1}        | what | 알 수 없는 필드입니다
            {"name": "a", "count": "1"}     | count | 허용 범위의 정수여야 합니다
            """)
    void invalidFieldIsExplainedInTheLanguage(String body, String field, String message) {
        MvcTestResult answer = http.post()
                .uri("/things")
                .header("Authorization", "Bearer good")
                .header("Accept-Language", "fr, ko-KR;q=0.9, en;q=0.8")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();

        assertThat(answer).hasStatus(400).hasHeader("Content-Language", "ko").hasHeader("Vary", "Accept-Language");
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("invalid-request");
        assertThat(answer).bodyJson().extractingPath("$.title").isEqualTo("잘못된 요청");
        assertThat(answer).bodyJson().extractingPath("$.detail").isEqualTo("필드 1개가 올바르지 않습니다.");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.errors")
                .isEqualTo(List.of(Map.of("field", field, "message", message)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            GET    | /nowhere       | 이 경로에 리소스가 없습니다.
            DELETE | /open/trace    | 'DELETE' 메서드는 지원하지 않습니다.
            GET    | /open/database | 현재 서비스가 데이터베이스에 연결할 수 없습니다.
            GET    | /open/nothing  | 유효한 액세스 토큰이 필요합니다. 'Authorization: Bearer hru_…' 헤더를 보내야 합니다.
            """)
    void detailIsInTheLanguageOfTheRequest(String method, String uri, String detail) {
        assertThat(http.method(HttpMethod.valueOf(method))
                        .uri(uri)
                        .header("Authorization", "Bearer good")
                        .header("Accept-Language", "ko"))
                .hasHeader("Content-Language", "ko")
                .bodyJson()
                .extractingPath("$.detail")
                .isEqualTo(detail);
    }

    /** A security filter refuses the call, before Spring MVC determines a locale. */
    @Test
    void refusalOfAFilterIsInTheLanguageOfTheRequest() {
        assertThat(http.get().uri("/things/1").header("Accept-Language", "ko"))
                .hasStatus(401)
                .hasHeader("Content-Language", "ko")
                .bodyJson()
                .extractingPath("$.title")
                .isEqualTo("인증되지 않음");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "de", ";;;", "ko;q=x"})
    void inAnotherLanguageTheTextIsEnglish(String acceptLanguage) {
        assertThat(http.get()
                        .uri("/nowhere")
                        .header("Authorization", "Bearer good")
                        .header("Accept-Language", acceptLanguage))
                .hasHeader("Content-Language", "en")
                .hasHeader("Vary", "Accept-Language")
                .bodyJson()
                .extractingPath("$.detail")
                .isEqualTo("No resource exists at this path.");
    }
}
