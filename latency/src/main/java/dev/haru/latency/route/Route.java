package dev.haru.latency.route;

import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.Span;
import java.util.Locale;

/** A method and a path's template, as {@code GET /v1/schedules/{id}}. */
public record Route(String method, String template) {

    /** From what a person writes; a method alone, or a path alone, is taken for a span's name. */
    public static Route of(String text) {
        String[] words = text.strip().split("\\s+", 2);
        return words.length < 2 ? new Route("", words[0]) : new Route(words[0].toUpperCase(Locale.ROOT), words[1]);
    }

    /**
     * By which a server's span is known: a gateway that has no template of its own takes that of the service it asked.
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

    /** TraceQL for traces that have a server's span of it. */
    public String query() {
        String name = "name = " + quoted(toString());
        return method.isEmpty()
                ? "{ kind = server && %s }".formatted(name)
                : "{ kind = server && (%s || span.http.request.method = %s && (span.haru.route = %s || span.http.route = %s)) }"
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
        // A gateway's http.route is the id of its own route; it is told the template of the service that answered.
        String template = span.attribute("haru.route", "http.route");
        if (!method.isEmpty() && !template.isEmpty()) {
            return new Route(method, template);
        }
        return of(span.name());
    }

    /** As one line. */
    @Override
    public String toString() {
        return method.isEmpty() ? template : method + " " + template;
    }
}
