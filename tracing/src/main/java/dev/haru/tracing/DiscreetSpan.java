package dev.haru.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.DelegatingSpanData;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;
import java.util.Set;

/**
 * A span with allowed attributes only. URLs contain ids, e-mail addresses and other input of clients; exception
 * messages contain rows; Redis commands contain keys. A list of allowed attributes also excludes attributes that a
 * later agent adds.
 *
 * <p>Longer than 120 lines because it contains the allowlist.
 */
final class DiscreetSpan extends DelegatingSpanData {

    /** From OpenTelemetry's semantic conventions; those of databases both before and after they became stable. */
    private static final Set<String> ALLOWED = Set.of(
            "http.request.method",
            "http.response.status_code",
            "http.request.resend_count",
            "http.route",
            // Names Haru's own components and their times, and nothing of the request (decision 014).
            "http.response.header.server-timing",
            "url.template",
            "url.scheme",
            "error.type",
            "db.system",
            "db.system.name",
            "db.name",
            "db.namespace",
            "db.operation",
            "db.operation.name",
            "db.sql.table",
            "db.collection.name",
            "db.response.status_code",
            "db.client.connection.pool.name",
            "exception.type");

    /**
     * Allowed in client spans, where they name the called server. In server spans they contain the host that the client
     * sent.
     */
    private static final Set<String> CLIENT_ONLY = Set.of("server.address", "server.port");

    /**
     * The agent replaces the values in SQL statements. It does not replace the keys in Redis commands, so these
     * attributes are excluded for Redis.
     */
    private static final Set<String> SQL = Set.of("db.statement", "db.query.text", "db.query.summary");

    private static final String OWN = "haru.";
    private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system");
    private static final AttributeKey<String> SYSTEM_NAME = AttributeKey.stringKey("db.system.name");

    /**
     * The path's template, which the service reported to the gateway. The gateway itself knows only the service as the
     * route.
     */
    private static final AttributeKey<String> REPORTED_ROUTE = AttributeKey.stringKey("haru.route");

    private final Attributes attributes;
    private final List<EventData> events;

    DiscreetSpan(SpanData span) {
        super(span);
        this.attributes = filter(span.getAttributes(), span.getKind());
        this.events = span.getEvents().isEmpty()
                ? List.of()
                : span.getEvents().stream()
                        .map(event -> filter(event, span.getKind()))
                        .toList();
    }

    @Override
    public Attributes getAttributes() {
        return attributes;
    }

    @Override
    public List<EventData> getEvents() {
        return events;
    }

    @Override
    public StatusData getStatus() {
        return StatusData.create(super.getStatus().getStatusCode(), "");
    }

    private static EventData filter(EventData event, SpanKind kind) {
        return EventData.create(event.getEpochNanos(), event.getName(), filter(event.getAttributes(), kind));
    }

    private static Attributes filter(Attributes all, SpanKind kind) {
        AttributesBuilder kept = Attributes.builder();
        boolean redis = "redis".equals(all.get(SYSTEM)) || "redis".equals(all.get(SYSTEM_NAME));
        all.forEach((key, value) -> {
            String name = key.getKey();
            if (ALLOWED.contains(name)
                    || name.startsWith(OWN)
                    || (kind == SpanKind.CLIENT && CLIENT_ONLY.contains(name))
                    || (!redis && SQL.contains(name))) {
                put(kept, key, value);
            }
        });
        String route = all.get(REPORTED_ROUTE);
        return route == null
                ? kept.build()
                : kept.remove(REPORTED_ROUTE).put(ROUTE, route).build();
    }

    @SuppressWarnings("unchecked") // A value has the type of its key.
    private static <T> void put(AttributesBuilder attributes, AttributeKey<?> key, Object value) {
        attributes.put((AttributeKey<T>) key, (T) value);
    }
}
