package dev.haru.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A browser that opens one page without a window. CI installs Chromium, so CI never skips the tests of pages. */
public final class Chromium {

    private static final Path PROGRAM = Stream.of(
                    "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(Path.of("chromium"));

    private Chromium() {}

    /** Returns the document of a page after its scripts have run. {@code profile} is an empty directory. */
    public static String dom(String url, Path profile) throws IOException, InterruptedException {
        assumeTrue(
                Files.isExecutable(PROGRAM) || "true".equals(System.getenv("CI")),
                "Chromium is not installed (apt install chromium)");
        Path dom = profile.resolve("dom.html");
        Process browser = new ProcessBuilder(
                        PROGRAM.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        // A container has little shared memory, and a page without it crashes.
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--user-data-dir=" + profile,
                        "--virtual-time-budget=10000",
                        "--dump-dom",
                        url)
                .redirectOutput(dom.toFile())
                .redirectError(Redirect.DISCARD)
                .start();
        try {
            assertThat(browser.waitFor(5, TimeUnit.MINUTES)).as("Chromium ends").isTrue();
        } finally {
            // The list first: the processes of an ended browser have another parent. The browser before them, because
            // it would replace them.
            List<ProcessHandle> others = browser.descendants().toList();
            browser.destroyForcibly();
            others.forEach(ProcessHandle::destroyForcibly);
            browser.onExit().join();
        }
        return Files.readString(dom, StandardCharsets.UTF_8);
    }
}
