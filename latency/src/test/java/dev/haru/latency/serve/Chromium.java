package dev.haru.latency.serve;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real browser with a fresh profile, driven through its <a
 * href="https://chromedevtools.github.io/devtools-protocol/">DevTools</a>.
 */
final class Chromium implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket tools;
    private final AtomicInteger next = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();

    /**
     * Opens an empty page. Without Chromium, the test is skipped; with CI=true it fails.
     *
     * @param profile an empty directory
     */
    Chromium(Path profile) throws IOException, InterruptedException {
        @Nullable Path program = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        // CI installs Chromium, so a run there must not skip the test.
        assumeTrue(
                program != null || "true".equals(System.getenv("CI")),
                "Chromium is not installed (apt install chromium)");
        process = new ProcessBuilder(List.of(
                        String.valueOf(program),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--no-proxy-server",
                        "--disable-background-networking",
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "about:blank"))
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("chromium.log").toFile())
                .start();
        Path address = profile.resolve("DevToolsActivePort");
        await(
                "the port of the DevTools",
                () -> Files.exists(address) && lines(address).size() == 2);
        URI list = URI.create(
                "http://127.0.0.1:%s/json/list".formatted(lines(address).getFirst()));
        // The browser may publish its port before it opens the page, and lists its own pages, too.
        String url = Awaitility.await("the first page")
                .atMost(LIMIT)
                .until(() -> findPage(http, list), Optional::isPresent)
                .orElseThrow();
        tools = http.newWebSocketBuilder()
                .buildAsync(URI.create(url), new Messages())
                .join();
        send("Page.enable", Map.of());
        send("Runtime.enable", Map.of());
        send("Log.enable", Map.of());
    }

    /** Loads a page in a window of this width. */
    void open(String url, int width, int height, boolean dark) throws InterruptedException {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        // The protocol does not promise that the previous page, which may have the same URL, is gone after the call.
        evaluate("window.isPrevious = true");
        send("Page.navigate", Map.of("url", url));
        // A script that the navigation interrupts has no value.
        await(
                url,
                () -> evaluate("document.readyState === 'complete' && !window.isPrevious"
                                + " && location.href !== 'about:blank'")
                        .asBoolean(false));
    }

    /** The value of an expression in the page. */
    JsonNode evaluate(String expression) {
        JsonNode result =
                send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (result.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + result.path("exceptionDetails"));
        }
        return result.path("result").path("value");
    }

    /** Waits until an expression in the page is true. */
    void awaitTrue(String expression) throws InterruptedException {
        await(expression, () -> evaluate(expression).asBoolean());
    }

    void click(String selector) throws InterruptedException {
        drag(selector, 0.5, 0.5);
    }

    /** Drags the mouse from one place of an element to another, in shares of its width. */
    void drag(String selector, double from, double to) throws InterruptedException {
        JsonNode box = evaluate("""
                (() => { const found = document.querySelector(%s); found.scrollIntoView({ block: "center" });
                const box = found.getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; })()""".formatted(JSON.writeValueAsString(selector)));
        double left = box.get(0).asDouble();
        double width = box.get(2).asDouble();
        double y = box.get(1).asDouble() + box.get(3).asDouble() / 2;
        mouse("mouseMoved", left + width * from, y);
        mouse("mousePressed", left + width * from, y);
        if (from != to) {
            mouse("mouseMoved", left + width * (from + to) / 2, y);
            mouse("mouseMoved", left + width * to, y);
        }
        mouse("mouseReleased", left + width * to, y);
    }

    /** Presses a key, such as {@code Enter}. */
    void press(String key, int code) {
        Map<String, Object> event = Map.of("key", key, "windowsVirtualKeyCode", code, "text", code == 13 ? "\r" : "");
        for (String type : List.of("keyDown", "keyUp")) {
            send("Input.dispatchKeyEvent", with(event, "type", type));
        }
    }

    /** The visible part of the page as a PNG. */
    byte[] screenshot() {
        return Base64.getDecoder()
                .decode(send("Page.captureScreenshot", Map.of("format", "png"))
                        .path("data")
                        .asString());
    }

    /** The exceptions and the errors in the console, such as violations of the content security policy. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /**
     * Ends the browser before its children. A browser replaces a killed child, and the new child would write to the
     * profile while the test deletes it.
     */
    @Override
    public void close() {
        tools.abort();
        http.shutdownNow();
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        process.onExit().completeOnTimeout(process, LIMIT.toSeconds(), SECONDS).join();
        process.destroyForcibly();
        process.onExit().orTimeout(LIMIT.toSeconds(), SECONDS).join();
        children.forEach(ProcessHandle::destroyForcibly);
        Awaitility.await("the end of the children")
                .atMost(LIMIT)
                .until(() -> children.stream().noneMatch(Chromium::isRunning));
    }

    /** A zombie, which has no command, has ended. */
    private static boolean isRunning(ProcessHandle child) {
        return child.isAlive() && child.info().command().isPresent();
    }

    private void mouse(String type, double x, double y) {
        send(
                "Input.dispatchMouseEvent",
                Map.of("type", type, "x", x, "y", y, "button", "left", "clickCount", 1, "buttons", 1));
    }

    private JsonNode send(String method, Map<String, Object> parameters) {
        int id = next.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        tools.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        return answer.orTimeout(LIMIT.toSeconds(), SECONDS).join();
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not true within %d s: %s".formatted(LIMIT.toSeconds(), what));
            }
            Thread.sleep(50);
        }
    }

    /** Returns the address of the DevTools of the page. */
    private static Optional<String> findPage(HttpClient http, URI list) throws IOException, InterruptedException {
        String targets = http.send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofString())
                .body();
        return JSON.readTree(targets)
                .valueStream()
                .filter(target -> target.path("type").asString().equals("page"))
                .map(target -> target.path("webSocketDebuggerUrl").asString())
                .findFirst();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Map<String, Object> with(Map<String, Object> map, String key, Object value) {
        Map<String, Object> more = new HashMap<>(map);
        more.put(key, value);
        return more;
    }

    private void receive(String text) {
        JsonNode message = JSON.readTree(text);
        CompletableFuture<JsonNode> answer =
                message.has("id") ? waiting.remove(message.path("id").asInt()) : null;
        if (answer != null) {
            answer.complete(message.path("result"));
        }
        switch (message.path("method").asString("")) {
            case "Runtime.exceptionThrown" ->
                complaints.add(message.path("params").toString());
            case "Log.entryAdded" -> {
                boolean isError = message.at("/params/entry/level").asString("").equals("error");
                // A query that is refused is not an error of the page, which shows the reason.
                if (isError && !message.at("/params/entry/source").asString("").equals("network")) {
                    complaints.add(message.at("/params/entry/text").asString(""));
                }
            }
            default -> {
                // Other events are of no interest.
            }
        }
    }

    /** Joins the parts of each message. */
    private final class Messages implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
            text.append(part);
            socket.request(1);
            if (last) {
                receive(text.toString());
                text.setLength(0);
            }
            return null;
        }
    }
}
