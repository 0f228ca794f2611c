package dev.haru.member;

import dev.haru.platform.test.OpenApiFile;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@MemberServiceTest
class OpenApiTests {

    @Autowired
    private MockMvcTester http;

    @Test
    void committedOpenApiDocumentMatchesTheGeneratedOne() throws IOException {
        OpenApiFile.verify(
                "member-service",
                http.get().uri("/v3/api-docs").exchange().getResponse().getContentAsString());
    }
}
