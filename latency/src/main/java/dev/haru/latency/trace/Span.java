package dev.haru.latency.trace;

import dev.haru.latency.text.Printable;
import java.util.HashMap;
import java.util.Map;

/**
 * One operation of one process. Times are nanoseconds since 1970 by the clock of that process.
 *
 * @param parentId the id of the parent span, 0 for none
 * @param host the host of the clock: {@code host.name}, else the instance, else the service
 * @param scope the instrumentation that created the span
 * @param attributes the OpenTelemetry attributes that the tool uses, by name
 */
public record Span(
        TraceId traceId,
        long id,
        long parentId,
        String service,
        String host,
        String scope,
        String name,
        SpanKind kind,
        long start,
        long end,
        boolean failed,
        Map<String, String> attributes) {

    /** The same span, recorded by this service on this host, with these attributes. */
    public Span withOrigin(String service, String host, Map<String, String> attributes) {
        return new Span(traceId, id, parentId, service, host, scope, name, kind, start, end, failed, attributes);
    }

    /** The same span without characters that control a terminal. */
    public Span printable() {
        Map<String, String> printable = new HashMap<>(attributes);
        printable.replaceAll((_, value) -> Printable.line(value));
        return new Span(
                traceId,
                id,
                parentId,
                Printable.line(service),
                Printable.line(host),
                Printable.line(scope),
                Printable.line(name),
                kind,
                start,
                end,
                failed,
                printable);
    }

    /** Whether the span names another span as its parent. */
    public boolean hasParent() {
        return parentId != 0 && parentId != id;
    }

    /** The value of the first of these attributes that the span has. Empty if there is none. */
    public String attribute(String... names) {
        for (String name : names) {
            String value = attributes.get(name);
            if (value != null) {
                return value;
            }
        }
        return "";
    }
}
