package dev.haru.local.system;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real browser with a fresh profile. It blocks third-party cookies, as more and more browsers do. */
final class Chromium implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Process process;
    private final Path profile;

    private Chromium(Process process, Path profile) {
        this.process = process;
        this.profile = profile;
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
        return new Chromium(process, profile);
    }

    /**
     * The browser's cookies, read through its <a
     * href="https://chromedevtools.github.io/devtools-protocol/">DevTools</a>.
     */
    JsonNode cookies() throws IOException {
        Path address = profile.resolve("DevToolsActivePort");
        await().atMost(LIMIT)
                .until(() ->
                        Files.exists(address) && Files.readAllLines(address).size() == 2);
        List<String> lines = Files.readAllLines(address);
        CompletableFuture<String> answer = new CompletableFuture<>();
        try (HttpClient http = HttpClient.newHttpClient()) {
            WebSocket tools = http.newWebSocketBuilder()
                    .buildAsync(URI.create("ws://127.0.0.1:" + lines.getFirst() + lines.getLast()), new Answer(answer))
                    .join();
            tools.sendText("{\"id\":1,\"method\":\"Storage.getCookies\"}", true).join();
            JsonNode cookies = new JsonMapper()
                    .readTree(answer.orTimeout(LIMIT.toSeconds(), SECONDS).join())
                    .at("/result/cookies");
            tools.abort();
            return cookies;
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().orTimeout(LIMIT.toSeconds(), SECONDS).join();
    }

    /** Joins the parts of the first message. */
    private static final class Answer implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();
        private final CompletableFuture<String> whole;

        Answer(CompletableFuture<String> whole) {
            this.whole = whole;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
            text.append(part);
            socket.request(1);
            if (last) {
                whole.complete(text.toString());
            }
            return null;
        }
    }
}
