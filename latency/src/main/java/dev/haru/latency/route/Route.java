package dev.haru.latency.route;

import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.Span;
import java.util.Locale;

/** A method and a path template, such as {@code GET /v1/schedules/{id}}. */
public record Route(String method, String template) {

    /** Parses a user's text. A single word is taken as the name of a span. */
    public static Route of(String text) {
        String[] words = text.strip().split("\\s+", 2);
        return words.length < 2 ? new Route("", words[0]) : new Route(words[0].toUpperCase(Locale.ROOT), words[1]);
    }

    /**
     * The route of a server span. A gateway span without a template of its own has the route of the service that it
     * called.
     */
    public static Route of(Node server) {
        Route own = own(server.span());
        if (own.isTemplate()) {
            return own;
        }
        return Requests.firstCalled(server)
                .map(called -> own(called.span()))
                .filter(Route::isTemplate)
                .filter(called -> called.method().equals(own.method()))
                .orElse(own);
    }

    /** The TraceQL query for traces with a request of this route. */
    public String query() {
        String name = "name = " + quoted(toString());
        return method.isEmpty()
                ? "{ (kind = server || kind = consumer) && %s }".formatted(name)
                : "{ (kind = server || kind = consumer) && (%s || span.http.request.method = %s && (span.haru.route = %s || span.http.route = %s)) }"
                        .formatted(name, quoted(method), quoted(template), quoted(template));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private boolean isTemplate() {
        return template.startsWith("/") && !template.contains("**");
    }

    private static Route own(Span span) {
        String method = span.attribute("http.request.method", "http.method");
        // A gateway's http.route is the id of the gateway's route. haru.route is the template of the called service.
        String template = span.attribute("haru.route", "http.route");
        if (!method.isEmpty() && !template.isEmpty()) {
            return new Route(method, template);
        }
        return of(span.name());
    }

    /** The method and the template, or the template alone. */
    @Override
    public String toString() {
        return method.isEmpty() ? template : method + " " + template;
    }
}
