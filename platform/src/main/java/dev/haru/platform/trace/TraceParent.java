package dev.haru.platform.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Converts a span context from and to the text of a W3C {@code traceparent}. */
final class TraceParent {

    private static final String KEY = "traceparent";

    private static final TextMapGetter<String> ONLY = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(String text) {
            return List.of(KEY);
        }

        @Override
        public @Nullable String get(@Nullable String text, String key) {
            return key.equals(KEY) ? text : null;
        }
    };

    private TraceParent() {}

    /** The span context; invalid for null and for malformed text. */
    static SpanContext read(@Nullable String text) {
        return text == null
                ? SpanContext.getInvalid()
                : Span.fromContext(W3CTraceContextPropagator.getInstance().extract(Context.root(), text, ONLY))
                        .getSpanContext();
    }

    static @Nullable String write(Context context) {
        AtomicReference<@Nullable String> written = new AtomicReference<>();
        W3CTraceContextPropagator.getInstance().inject(context, written, (target, key, value) -> {
            if (target != null && key.equals(KEY)) {
                target.set(value);
            }
        });
        return written.get();
    }
}
