package dev.haru.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.haru.gateway.GatewayTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The API page in a real browser, where its scripts run under its content security policy. */
@GatewayTest
class DocsPageTests {

    private static final Path CHROMIUM = Stream.of(
                    "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(Path.of("chromium"));

    @LocalServerPort
    int port;

    @TempDir
    Path profile;

    @Test
    void pageShowsTheOperationsOfAllServices() throws IOException, InterruptedException {
        // CI installs Chromium, so CI never skips this test.
        assumeTrue(
                Files.isExecutable(CHROMIUM) || "true".equals(System.getenv("CI")),
                "Chromium is not installed (apt install chromium)");
        DocsFixture.describeServices();
        assertThat(dom("http://localhost:" + port + "/docs"))
                .contains("operations-Sessions-create", "operations-Schedules-schedule-service_create")
                .contains("authorize")
                .doesNotContain("petstore");
    }

    private String dom(String url) throws IOException, InterruptedException {
        Path dom = profile.resolve("dom.html");
        Process browser = new ProcessBuilder(
                        CHROMIUM.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--user-data-dir=" + profile,
                        "--virtual-time-budget=10000",
                        "--dump-dom",
                        url)
                .redirectOutput(dom.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(browser.waitFor(60, TimeUnit.SECONDS))
                    .as("Chromium ends")
                    .isTrue();
        } finally {
            browser.destroyForcibly();
        }
        return Files.readString(dom, StandardCharsets.UTF_8);
    }
}
