package dev.haru.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The methods of each path, and their list by OPTIONS. */
@ThingServiceTest
class AllowedMethodTests {

    @Autowired
    private MockMvcTester http;

    @Test
    void unsupportedMethodIsRefused() {
        assertThat(http.delete().uri("/open/trace").header("Authorization", "Bearer good"))
                .hasStatus(405)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("method-not-allowed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /things                                            | POST,OPTIONS
            /v1/things/0192d0c5-7a3e-7000-8000-000000000000    | GET,HEAD,PUT,OPTIONS
            /v1/things/0192d0c5-7a3e-7000-8000-000000000000?a= | GET,HEAD,PUT,OPTIONS
            /v1/things/x?limit=1                               | GET,HEAD,PUT,OPTIONS
            /v1/things/count                                   | GET,HEAD,OPTIONS
            /v1/things/count?limit=1                           | GET,HEAD,OPTIONS
            """)
    void optionsListsTheMethodsOfThePath(String uri, String methods) {
        MvcTestResult answer =
                http.options().uri(uri).header("Authorization", "Bearer good").exchange();

        assertThat(answer).hasStatusOk();
        assertThat(allowed(answer)).containsExactlyInAnyOrder(methods.split(",", -1));
    }

    @Test
    void optionsNeedsNoScope() {
        MvcTestResult answer = http.options()
                .uri("/things/write")
                .header("Authorization", "Bearer hrk_good")
                .exchange();

        assertThat(answer).hasStatusOk();
        assertThat(allowed(answer)).containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS");
    }

    @Test
    void literalPathHasNoMethodsOfAPattern() {
        MvcTestResult answer = http.put()
                .uri("/v1/things/count")
                .header("Authorization", "Bearer good")
                .exchange();

        assertThat(answer).hasStatus(405);
        assertThat(allowed(answer)).containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/open/trace", "/open/unexpected"})
    void optionsOfAPublicPathNeedsNoToken(String uri) {
        MvcTestResult answer = http.options().uri(uri).exchange();

        assertThat(answer).hasStatusOk();
        assertThat(allowed(answer)).containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS", "PUT");
    }

    @Test
    void otherMethodOfAPublicPathIsNotAllowed() {
        MvcTestResult answer = http.post().uri("/open/trace").exchange();

        assertThat(answer).hasStatus(405);
        assertThat(allowed(answer)).containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS", "PUT");
    }

    @Test
    void optionsOfAnUnknownPathAllowsNothing() {
        assertThat(http.options().uri("/nowhere").header("Authorization", "Bearer good"))
                .hasStatus(404)
                .hasHeader("Allow", "");
    }

    private static List<String> allowed(MvcTestResult answer) {
        return List.of(String.valueOf(answer.getResponse().getHeader("Allow")).split(", ?", -1));
    }
}
