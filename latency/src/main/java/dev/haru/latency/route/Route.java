package dev.haru.latency.route;

import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.Span;
import java.util.Locale;
import java.util.Set;

/**
 * The name of a request: a method and a path template, such as {@code GET /v1/schedules/{id}}, or the name of a span
 * that has neither.
 */
public record Route(String method, String template) {

    /**
     * The methods of RFC 9110 and RFC 5789, and the word that OpenTelemetry writes in the place of an unknown method.
     */
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "HTTP");

    /** Parses a user's text or the name of a span. It has a method if it begins with one, or if a path follows. */
    public static Route of(String text) {
        String name = text.strip();
        String[] words = name.split("\\s+", 2);
        String method = words[0].toUpperCase(Locale.ROOT);
        return words.length == 2 && (METHODS.contains(method) || words[1].startsWith("/"))
                ? new Route(method, words[1])
                : new Route("", name);
    }

    /**
     * The route of a server or consumer span. A gateway span without a template of its own has the route of the service
     * that it called.
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

    /** Frameworks write templates with and without the first slash. The id of a gateway's route is a plain word. */
    private boolean isTemplate() {
        return (template.contains("/") || template.contains("{")) && !template.contains("**");
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
