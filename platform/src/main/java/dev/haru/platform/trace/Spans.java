package dev.haru.platform.trace;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;

/**
 * Spans of what an agent does not see by itself. Without an agent, or for a trace that is not recorded, there are none.
 */
public final class Spans {

    private static final String SCOPE = "dev.haru";

    private Spans() {}

    /** A span within the work at hand, to be ended by the caller; the one at hand when that is not recorded. */
    public static Span start(String name) {
        Span current = Span.current();
        // Ending or naming a span that is not recorded does nothing.
        return current.isRecording() ? tracer().spanBuilder(name).startSpan() : current;
    }

    /** Where no agent's span comes to stand below this one, for what belongs to it. */
    public static Context hiddenBelow(Span span) {
        return span.isRecording() ? Context.current().with(Span.getInvalid()) : Context.current();
    }

    /**
     * A span that begins a trace of its own, because nobody waits for what another trace has left to be done. It is
     * recorded if that one was.
     *
     * @param origin the {@code traceparent} of the trace that it is linked to; null for one that was not recorded
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

    /** Says that another trace has done a part of the work at hand. */
    public static void link(SpanContext other) {
        if (other.isSampled()) {
            Span.current().addLink(other);
        }
    }

    /** The {@code traceparent} of the work at hand, for {@link #startLinked}; null when it is not recorded. */
    public static @Nullable String origin() {
        return Span.current().isRecording() ? TraceParent.write(Context.current()) : null;
    }

    /** Asked for only when there is a recording agent: who asks earlier gets one that does nothing, for ever. */
    private static Tracer tracer() {
        return GlobalOpenTelemetry.getTracer(SCOPE);
    }
}
