package dev.haru.systemtests.system;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A connection to a browser or to one of its pages (https://chromedevtools.github.io/devtools-protocol/). */
final class DevTools implements AutoCloseable {

    /** For a script with several requests, each of which may be repeated for three minutes. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final JsonMapper json = new JsonMapper();
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private int calls;

    DevTools(URI address) {
        this.socket = http.newWebSocketBuilder()
                .buildAsync(address, new Messages())
                .orTimeout(LIMIT.toSeconds(), SECONDS)
                .join();
    }

    /** Calls a method, and returns its result. Events between call and response are ignored. */
    JsonNode call(String method, Map<String, ?> parameters) throws InterruptedException {
        int id = ++calls;
        socket.sendText(json.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        while (true) {
            String message = messages.poll(LIMIT.toSeconds(), SECONDS);
            if (message == null) {
                throw new IllegalStateException(method + " has no response");
            }
            JsonNode answer = json.readTree(message);
            if (answer.path("id").asInt() == id) {
                if (answer.has("error")) {
                    throw new IllegalStateException(method + ": " + answer.path("error"));
                }
                return answer.path("result");
            }
        }
    }

    /** Runs a script in the page, and returns the value of its promise. */
    JsonNode run(String script) throws InterruptedException {
        JsonNode result =
                call("Runtime.evaluate", Map.of("expression", script, "awaitPromise", true, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(result.path("exceptionDetails").toString());
        }
        return result.at("/result/value");
    }

    @Override
    public void close() {
        socket.abort();
        http.close();
    }

    /** Joins the parts of each message. */
    private final class Messages implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                messages.add(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
