package dev.haru.schedule;

import dev.haru.platform.test.OpenApiFile;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.client.RestTestClient;

@WholeService
class OpenApiTests {

    @Autowired
    private RestTestClient http;

    @Test
    void committedOpenApiDocumentMatchesTheGeneratedOne() throws IOException {
        OpenApiFile.verify(
                "schedule-service",
                Objects.requireNonNull(http.get()
                        .uri("/v3/api-docs")
                        .exchange()
                        .expectBody(String.class)
                        .returnResult()
                        .getResponseBody()));
    }
}
