package dev.haru.auth;

import dev.haru.platform.test.OpenApiFile;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@AuthServiceTest
class OpenApiTests {

    @Autowired
    private MockMvcTester http;

    @Test
    void committedDocumentEqualsTheGeneratedOne() throws IOException {
        OpenApiFile.verify(
                "auth-service",
                http.get().uri("/v3/api-docs").exchange().getResponse().getContentAsString());
    }
}
