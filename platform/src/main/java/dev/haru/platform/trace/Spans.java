package dev.haru.platform.trace;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;

/**
 * Creates spans for work that an agent does not instrument. Without an agent, or if the trace is not recorded, it
 * creates none.
 */
public final class Spans {

    private static final String SCOPE = "dev.haru";

    private Spans() {}

    /** A child span of the current span, to be ended by the caller; the current span itself if it is not recorded. */
    public static Span start(String name) {
        Span current = Span.current();
        // Ending or renaming a span that is not recorded has no effect.
        return current.isRecording() ? tracer().spanBuilder(name).startSpan() : current;
    }

    /** A context in which an agent creates no child spans of this span, for statements that are part of it. */
    public static Context hiddenBelow(Span span) {
        return span.isRecording() ? Context.current().with(Span.getInvalid()) : Context.current();
    }

    /**
     * Starts a span in a new trace with a link to the original trace. The work has its own trace, because no request
     * waits for it. It is recorded if the original trace was.
     *
     * @param origin the {@code traceparent} of the original trace; null if that was not recorded
     */
    public static Span startLinked(String name, @Nullable String origin) {
        SpanContext linked = TraceParent.read(origin);
        if (!linked.isSampled()) {
            return Span.current();
        }
        return tracer().spanBuilder(name)
                .setNoParent()
                .setSpanKind(SpanKind.CONSUMER)
                .addLink(linked)
                .startSpan();
    }

    /** Links the current span to another trace, which has done part of its work. */
    public static void link(SpanContext other) {
        if (other.isSampled()) {
            Span.current().addLink(other);
        }
    }

    /** The {@code traceparent} of the current span, for {@link #startLinked}; null if it is not recorded. */
    public static @Nullable String origin() {
        return Span.current().isRecording() ? TraceParent.write(Context.current()) : null;
    }

    /** Called only under a recording agent: a tracer obtained earlier would never record anything. */
    private static Tracer tracer() {
        return GlobalOpenTelemetry.getTracer(SCOPE);
    }
}
