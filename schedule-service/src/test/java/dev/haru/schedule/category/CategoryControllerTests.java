package dev.haru.schedule.category;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@WebMvcTest(CategoryController.class)
class CategoryControllerTests {

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Categories categories;

    @MockitoBean
    private OpaqueTokenIntrospector introspector;

    @BeforeEach
    void categories() {
        CategoryIndex index =
                new CategoryIndex(List.of(new Category(1, "study", "book", Map.of("en", "Study", "ko", "공부"))));
        when(categories.list()).thenReturn(index.list());
    }

    @Test
    void listWithoutTokenIsReturnedAndCacheable() {
        MvcTestResult answer = list(null, null);

        assertThat(answer)
                .hasStatusOk()
                .hasHeader("Cache-Control", "max-age=300, public")
                .hasHeader("Vary", "Accept-Language");
        assertThat(answer)
                .bodyJson()
                .isStrictlyEqualTo("{\"items\": [{\"code\": \"study\", \"name\": \"Study\", \"icon\": \"book\"}]}");
    }

    @Test
    void listWithCurrentEntityTagIsNotModified() {
        String tag = list(null, null).getResponse().getHeader("ETag");

        MvcTestResult answer = list(null, tag);

        assertThat(answer).hasStatus(304).hasHeader("Cache-Control", "max-age=300, public");
        assertThat(answer).body().isEmpty();
    }

    @Test
    void entityTagDependsOnTheLanguage() {
        String english = list(null, null).getResponse().getHeader("ETag");

        MvcTestResult answer = list("ko", english);

        assertThat(answer)
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.items[0].name")
                .isEqualTo("공부");
    }

    /** The endpoint ignores tokens, so it also answers while tokens cannot be checked. */
    @Test
    void listIgnoresTheToken() {
        assertThat(http.get().uri("/v1/categories").header("Authorization", "Bearer whatever"))
                .hasStatusOk();

        verifyNoInteractions(introspector);
    }

    private MvcTestResult list(@Nullable String language, @Nullable String tag) {
        MockMvcTester.MockMvcRequestBuilder call = http.get().uri("/v1/categories");
        if (language != null) {
            call.header("Accept-Language", language);
        }
        if (tag != null) {
            call.header("If-None-Match", tag);
        }
        return call.exchange();
    }
}
