package dev.haru.platform.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpHeaders;

class LanguagesTests {

    private static final List<String> KNOWN = List.of("en", "ko");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ko                      | ko
            KO-kr                   | ko
            ko-Kore-KR              | ko
            fr, ko;q=0.1            | ko
            ', fr, , ko'            | ko
            ' , '                   | en
            en;q=0.5, ko;q=0.9      | ko
            en, ko                  | en
            de-DE                   | en
            *                       | en
            ko;q=0                  | en
            ;;;                     | en
            ''                      | en
            """)
    void bestKnownLanguageIsChosen(String acceptLanguage, String language) {
        assertThat(Languages.of(acceptLanguage, KNOWN)).isEqualTo(language);
    }

    @Test
    void withoutOrWithALongHeaderTheLanguageIsEnglish() {
        assertThat(Languages.of(null, KNOWN)).isEqualTo("en");
        assertThat(Languages.of("ko," + "de,".repeat(100), KNOWN)).isEqualTo("en");
    }

    @Test
    void otherValuesOfVaryRemain() {
        HttpHeaders headers = new HttpHeaders();
        headers.add(HttpHeaders.VARY, "Origin");

        Languages.describe(headers, "ko");
        Languages.describe(headers, "ko");

        assertThat(headers.getOrEmpty(HttpHeaders.VARY)).containsExactly("Origin", "Accept-Language");
        assertThat(headers.getFirst(HttpHeaders.CONTENT_LANGUAGE)).isEqualTo("ko");
    }
}
