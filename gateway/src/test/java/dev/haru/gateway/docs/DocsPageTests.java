package dev.haru.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.Chromium;
import dev.haru.gateway.GatewayTest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The API page in a real browser, where its scripts run under its content security policy. */
@GatewayTest
class DocsPageTests {

    @LocalServerPort
    int port;

    @TempDir
    Path profile;

    @Autowired
    DocumentSource source;

    @BeforeEach
    void fetchDocuments() throws IOException {
        DocsFixture.describeServices();
        source.update().block();
    }

    @Test
    void pageShowsTheOperationsOfAllServices() throws IOException, InterruptedException {
        assertThat(Chromium.dom("http://localhost:" + port + "/docs", profile))
                .contains("operations-Sessions-create", "operations-Schedules-schedule-service_create")
                .contains("authorize")
                .contains("HARU=<span id=\"origin\">http://localhost:" + port + "</span>")
                .doesNotContain("petstore");
    }

    @Test
    void responseWithAProblemHasNoExampleOrHeaders() throws IOException, InterruptedException {
        assertThat(Chromium.dom("http://localhost:" + port + "/docs#/Schedules/schedule-service_create", profile))
                .contains("data-code=\"201\"", "data-code=\"400\"", "application/json")
                .doesNotContain("application/problem+json", "X-Trace-Id</td>");
    }

    @Test
    void exampleOfAnOptionalParameterIsAHint() throws IOException, InterruptedException {
        assertThat(Chromium.dom("http://localhost:" + port + "/docs#/schedule-service/locations", profile))
                .contains("placeholder=\"from, for example 2026-11-23\" value=\"\"");
    }

    @Test
    void requestBodyHasANameForScreenReaders() throws IOException, InterruptedException {
        assertThat(Chromium.dom("http://localhost:" + port + "/docs#/Schedules/schedule-service_create", profile))
                .contains("aria-label=\"Request body\"");
    }
}
