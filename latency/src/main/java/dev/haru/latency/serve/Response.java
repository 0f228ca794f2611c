package dev.haru.latency.serve;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Sends responses. */
final class Response {

    static final String JSON = "application/json";
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private Response() {}

    static byte[] json(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    /** A reason in words, which the page shows. */
    static byte[] error(String reason) {
        return json(Map.of("error", reason));
    }

    /** Sends the response and ends the exchange. */
    static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        boolean hasBody = !exchange.getRequestMethod().equals("HEAD");
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, hasBody ? body.length : -1);
        if (hasBody) {
            exchange.getResponseBody().write(body);
        }
        // HttpExchange.close would also close the connection, on which the client may already send its next request.
        exchange.getResponseBody().close();
    }
}
