package dev.haru.platform.metrics;

import io.opentelemetry.api.trace.Span;
import io.prometheus.metrics.tracer.common.SpanContext;
import org.jspecify.annotations.Nullable;

/**
 * Gives a figure the trace id of a request behind it. With an agent only traces that are kept are named, so that each
 * leads to its spans; without one every id will do, because it leads to the log lines.
 */
final class Exemplars implements SpanContext {

    private final boolean tracing;

    /** @param tracing whether somebody records spans */
    Exemplars(boolean tracing) {
        this.tracing = tracing;
    }

    @Override
    public @Nullable String getCurrentTraceId() {
        io.opentelemetry.api.trace.SpanContext span = Span.current().getSpanContext();
        return span.isValid() ? span.getTraceId() : null;
    }

    @Override
    public @Nullable String getCurrentSpanId() {
        io.opentelemetry.api.trace.SpanContext span = Span.current().getSpanContext();
        return span.isValid() ? span.getSpanId() : null;
    }

    @Override
    public boolean isCurrentSpanSampled() {
        io.opentelemetry.api.trace.SpanContext span = Span.current().getSpanContext();
        return span.isValid() && (!tracing || span.isSampled());
    }

    /** Nothing to do: that a span is some figure's example is not kept with the span. */
    @Override
    public void markCurrentSpanAsExemplar() {}
}
