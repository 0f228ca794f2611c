package dev.haru.platform.metrics;

import io.opentelemetry.api.trace.Span;
import io.prometheus.metrics.tracer.common.SpanContext;
import org.jspecify.annotations.Nullable;

/**
 * Adds the trace id of a request to a measurement. With an agent, only sampled traces become exemplars, so each
 * exemplar leads to spans. Without an agent, every trace id becomes one, because it leads to log lines.
 */
final class Exemplars implements SpanContext {

    private final boolean tracing;

    /** @param tracing whether an agent records spans */
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

    /** Does nothing: spans do not record that they are exemplars. */
    @Override
    public void markCurrentSpanAsExemplar() {}
}
