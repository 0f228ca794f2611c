package dev.haru.latency.trace;

import java.util.Map;

/**
 * One operation of one process; times are nanoseconds since 1970 by that process's clock.
 *
 * @param parentId 0 for none
 * @param host whose clock it is: {@code host.name}, else the instance, else the service
 * @param scope the instrumentation that made it
 * @param attributes those of OpenTelemetry's that say what it did, by name
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

    /** The value of the first of these attributes that it has, else the empty string. */
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
