package dev.haru.member.region;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.member.MemberServiceTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@MemberServiceTest
class RegionControllerTests {

    @Autowired
    private MockMvcTester http;

    @Test
    void listWithoutTokenIsReturnedAndCacheable() {
        MvcTestResult answer = http.get().uri("/v1/regions").exchange();

        assertThat(answer).hasStatusOk().hasHeader("Cache-Control", "max-age=300, public");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.items[?(@.name == 'Kathmandu')].timeZone")
                .asArray()
                .containsExactly("Asia/Kathmandu");
        assertThat(answer).bodyJson().extractingPath("$.items[0].name").isEqualTo("Apia");
    }

    @Test
    void listWithCurrentEntityTagIsNotModified() {
        String tag = String.valueOf(
                http.get().uri("/v1/regions").exchange().getResponse().getHeader("ETag"));

        MvcTestResult answer =
                http.get().uri("/v1/regions").header("If-None-Match", tag).exchange();

        assertThat(answer).hasStatus(304).hasHeader("ETag", tag).hasHeader("Cache-Control", "max-age=300, public");
        assertThat(answer).body().isEmpty();
    }

    @Test
    void displayNamesDependOnTheLanguage() {
        MvcTestResult english = http.get().uri("/v1/regions").exchange();
        MvcTestResult korean = http.get()
                .uri("/v1/regions")
                .header("Accept-Language", "ko-KR,ko;q=0.9")
                .exchange();

        assertThat(korean).hasHeader("Content-Language", "ko").hasHeader("Vary", "Accept-Language");
        assertThat(korean)
                .bodyJson()
                .extractingPath("$.items[?(@.name == 'Seoul')].displayName")
                .asArray()
                .containsExactly("서울");
        assertThat(english).hasHeader("Content-Language", "en");
        assertThat(english)
                .bodyJson()
                .extractingPath("$.items[?(@.name == 'Seoul')].displayName")
                .asArray()
                .containsExactly("Seoul");
        assertThat(korean.getResponse().getHeader("ETag"))
                .isNotEqualTo(english.getResponse().getHeader("ETag"));
    }

    @Test
    void listIgnoresTheToken() {
        assertThat(http.get().uri("/v1/regions").header("Authorization", "Bearer whatever"))
                .hasStatusOk();
    }
}
