package dev.haru.systemtests.system;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real browser with a fresh profile. It blocks third-party cookies, as more and more browsers do. */
final class Chromium implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Process process;
    private final Path profile;
    private final String url;

    private Chromium(Process process, Path profile, String url) {
        this.process = process;
        this.profile = profile;
        this.url = url;
    }

    /**
     * Opens a page. Without Chromium, the test is skipped; with CI=true it fails.
     *
     * @param profile an empty folder
     * @param port the local port that the browser reaches as port 80 of localhost
     */
    static Chromium open(Path profile, int port, String url) throws IOException {
        @Nullable Path program = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        // CI installs Chromium, so a run there must not skip the test.
        assumeTrue(
                program != null || "true".equals(System.getenv("CI")),
                "Chromium is not installed (apt install chromium)");
        List<String> command = new ArrayList<>(List.of(
                String.valueOf(program),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--no-proxy-server",
                "--disable-background-networking",
                "--test-third-party-cookie-phaseout",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0",
                "--host-resolver-rules=MAP localhost:80 127.0.0.1:" + port,
                url));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("chromium.log").toFile())
                .start();
        return new Chromium(process, profile, url);
    }

    /** Returns the browser's cookies. */
    JsonNode cookies() throws IOException, InterruptedException {
        List<String> address = address();
        try (DevTools browser = new DevTools(URI.create("ws://127.0.0.1:" + address.getFirst() + address.getLast()))) {
            return browser.call("Storage.getCookies", Map.of()).path("cookies");
        }
    }

    /**
     * Connects to the page after its navigation. Before, the page is about:blank, which has no origin. The browser
     * lists a page by its new address when the navigation begins.
     */
    DevTools page() throws IOException, InterruptedException {
        URI list = URI.create("http://127.0.0.1:" + address().getFirst() + "/json/list");
        try (HttpClient http = HttpClient.newHttpClient()) {
            JsonNode page = await().atMost(LIMIT)
                    .until(() -> findPage(http, list), Optional::isPresent)
                    .orElseThrow();
            DevTools tools =
                    new DevTools(URI.create(page.path("webSocketDebuggerUrl").asString()));
            // A script that the navigation interrupts fails.
            await().atMost(LIMIT)
                    .ignoreException(IllegalStateException.class)
                    .until(() -> tools.run("document.readyState === 'complete' && location.href")
                            .asString()
                            .equals(url));
            return tools;
        }
    }

    private Optional<JsonNode> findPage(HttpClient http, URI list) throws IOException, InterruptedException {
        String targets = http.send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofString())
                .body();
        return new JsonMapper()
                .readTree(targets)
                .valueStream()
                .filter(target -> target.path("type").asString().equals("page"))
                .filter(target -> target.path("url").asString().equals(url))
                .findFirst();
    }

    /** Returns the port of the browser's DevTools, and the path of the browser there. */
    private List<String> address() throws IOException {
        Path address = profile.resolve("DevToolsActivePort");
        await().atMost(LIMIT)
                .until(() ->
                        Files.exists(address) && Files.readAllLines(address).size() == 2);
        return Files.readAllLines(address);
    }

    /** Returns when no process of the browser can write to the profile. */
    @Override
    public void close() {
        // First the browser, because it replaces a network process that ends.
        process.destroyForcibly();
        process.onExit().orTimeout(LIMIT.toSeconds(), SECONDS).join();
        // Then its child processes, which are no longer its descendants. The browser passes the profile to each.
        await().atMost(LIMIT).pollDelay(Duration.ZERO).until(() -> {
            List<ProcessHandle> children = ProcessHandle.allProcesses()
                    .filter(child -> commandLine(child).contains(profile.toString()))
                    .toList();
            children.forEach(ProcessHandle::destroyForcibly);
            return children.isEmpty();
        });
    }

    /**
     * Returns the command line, which is empty after the end of the process. ProcessHandle has no arguments of
     * processes that change their title, as those of Chromium do.
     */
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException ended) {
            return "";
        }
    }
}
