package dev.haru.platform.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;

class ReferenceListTests {

    private final List<String> created = new ArrayList<>();
    private final ReferenceList<String> list = ReferenceList.of(List.of("ko", "en"), language -> {
        created.add(language);
        return "list in " + language;
    });

    @Test
    void eachLanguageIsCreatedOnce() {
        list.respond("ko");
        list.respond("ko");

        assertThat(created).containsExactly("en", "ko");
    }

    @Test
    void responseIsInTheBestLanguage() {
        ResponseEntity<String> response = list.respond("ko-KR, en;q=0.8");

        assertThat(response.getBody()).isEqualTo("list in ko");
        assertThat(response.getHeaders().getETag()).isEqualTo('"' + list.entityTag("ko") + '"');
        assertThat(response.getHeaders().toSingleValueMap())
                .containsEntry("Content-Language", "ko")
                .containsEntry("Vary", "Accept-Language")
                .containsEntry("Cache-Control", "max-age=300, public");
    }

    @Test
    void defaultLanguageExistsWithoutATranslation() {
        assertThat(ReferenceList.of(List.of(), language -> language)
                        .respond("fr")
                        .getBody())
                .isEqualTo("en");
    }

    @Test
    void entityTagDependsOnTheLanguage() {
        assertThat(list.entityTag("ko")).isNotEqualTo(list.entityTag("en"));
    }
}
