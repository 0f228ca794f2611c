package dev.haru.latency.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.haru.latency.source.BadInput;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs a query of the page and sends its result, or the reason in words why there is none. */
final class ApiHandler implements HttpHandler {

    /** More queries at once would only wait for the processor. */
    private static final int AT_ONCE = 2;

    private static final int WAIT_SECONDS = 10;

    private final Api api;
    private final Consumer<Throwable> defects;
    private final Semaphore running = new Semaphore(AT_ONCE, true);

    ApiHandler(Api api, Consumer<Throwable> defects) {
        this.api = api;
        this.defects = defects;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Function<Query, Object> query = api.query(path.substring("/api/".length()));
        if (query == null) {
            Response.send(exchange, 404, Response.JSON, Response.error("There is no " + path + "."));
            return;
        }
        try {
            if (running.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
                run(exchange, query);
            } else {
                error(exchange, 503, "Too many queries are waiting.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            error(exchange, 503, "The server is ending.");
        }
    }

    private void run(HttpExchange exchange, Function<Query, Object> query) throws IOException {
        byte[] body;
        try {
            body = Response.json(query.apply(Query.of(exchange.getRequestURI().getRawQuery())));
        } catch (BadInput e) {
            error(exchange, 400, String.valueOf(e.getMessage()));
            return;
        } catch (RuntimeException | OutOfMemoryError e) {
            defects.accept(e);
            error(exchange, 500, "A defect of the tool. Its output has the details.");
            return;
        } finally {
            running.release();
        }
        Response.send(exchange, 200, Response.JSON, body);
    }

    private static void error(HttpExchange exchange, int status, String reason) throws IOException {
        Response.send(exchange, status, Response.JSON, Response.error(reason));
    }
}
