package dev.haru.platform.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Trace ids with or without an OpenTelemetry agent. If an agent is attached, the source is its span. Otherwise it is
 * the W3C {@code traceparent} of the request. Without either, it is a new trace, marked as not sampled.
 */
public final class TraceIds {

    /** The response header that carries the trace id, 32 hex digits. */
    public static final String HEADER = "X-Trace-Id";

    /**
     * The response header in which a service sends the template of its route to the gateway. Clients do not receive it.
     */
    public static final String ROUTE_HEADER = "X-Trace-Route";

    /** The key of the trace id in the log context; the agent uses the same key. */
    public static final String LOG_KEY = "trace_id";

    /** The key of the span id in the log context; the agent uses the same key. */
    public static final String SPAN_LOG_KEY = "span_id";

    private TraceIds() {}

    /** The trace id of the current work; all zeros outside a request. */
    public static String current() {
        return Span.current().getSpanContext().getTraceId();
    }

    /** The trace context from the headers of a request, or a new one. Always valid. */
    public static <C> SpanContext of(C request, TextMapGetter<C> headers) {
        SpanContext agent = Span.current().getSpanContext();
        if (agent.isValid()) {
            return agent;
        }
        Context extracted = W3CTraceContextPropagator.getInstance().extract(Context.root(), request, headers);
        SpanContext caller = Span.fromContext(extracted).getSpanContext();
        return caller.isValid() ? caller : unsampled();
    }

    /** A new trace, marked as not sampled. */
    public static SpanContext unsampled() {
        // The id must be unique, not secret; a thread-local generator takes no lock.
        ThreadLocalRandom random = ThreadLocalRandom.current();
        HexFormat hex = HexFormat.of();
        String traceId = hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong() | 1);
        return SpanContext.create(
                traceId, hex.toHexDigits(random.nextLong() | 1), TraceFlags.getDefault(), TraceState.getDefault());
    }
}
