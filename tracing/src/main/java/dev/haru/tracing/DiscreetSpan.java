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
 * A span with what is known to be harmless, and nothing else: URLs hold ids, e-mail addresses and what clients put into
 * them, messages of exceptions hold rows, Redis commands hold keys. A list of what may pass also holds for attributes
 * that a later agent adds.
 */
final class DiscreetSpan extends DelegatingSpanData {

    /** OpenTelemetry's semantic conventions, those of databases before and after they became stable. */
    private static final Set<String> HARMLESS = Set.of(
            "http.request.method",
            "http.response.status_code",
            "http.request.resend_count",
            "http.route",
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

    /** Of whom is asked; of who asks it would be what a client calls us. */
    private static final Set<String> CALLEE = Set.of("server.address", "server.port");

    /** The agent has replaced the values in it; but not a command's key, which is why Redis's do not pass. */
    private static final Set<String> SQL = Set.of("db.statement", "db.query.text", "db.query.summary");

    private static final String OWN = "haru.";
    private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system");
    private static final AttributeKey<String> SYSTEM_NAME = AttributeKey.stringKey("db.system.name");

    /** What the gateway heard of the service: the path's template, where it knows by itself only the service. */
    private static final AttributeKey<String> ANSWERED_ROUTE = AttributeKey.stringKey("haru.route");

    private final Attributes attributes;
    private final List<EventData> events;

    DiscreetSpan(SpanData span) {
        super(span);
        this.attributes = harmless(span.getAttributes(), span.getKind());
        this.events = span.getEvents().isEmpty()
                ? List.of()
                : span.getEvents().stream()
                        .map(event -> harmless(event, span.getKind()))
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

    private static EventData harmless(EventData event, SpanKind kind) {
        return EventData.create(event.getEpochNanos(), event.getName(), harmless(event.getAttributes(), kind));
    }

    private static Attributes harmless(Attributes all, SpanKind kind) {
        AttributesBuilder some = Attributes.builder();
        boolean redis = "redis".equals(all.get(SYSTEM)) || "redis".equals(all.get(SYSTEM_NAME));
        all.forEach((key, value) -> {
            String name = key.getKey();
            if (HARMLESS.contains(name)
                    || name.startsWith(OWN)
                    || (kind == SpanKind.CLIENT && CALLEE.contains(name))
                    || (!redis && SQL.contains(name))) {
                put(some, key, value);
            }
        });
        String route = all.get(ANSWERED_ROUTE);
        return route == null
                ? some.build()
                : some.remove(ANSWERED_ROUTE).put(ROUTE, route).build();
    }

    @SuppressWarnings("unchecked") // A value is of its key's type.
    private static <T> void put(AttributesBuilder attributes, AttributeKey<?> key, Object value) {
        attributes.put((AttributeKey<T>) key, (T) value);
    }
}
