package dev.haru.gateway.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** The trace that a request belongs to. It travels in the exchange: a reactive request has no thread of its own. */
public final class Trace {

    static final String ATTRIBUTE = Trace.class.getName();

    private Trace() {}

    /** The trace id, 32 hex digits; all zeros when the request never came through the filter. */
    public static String id(ServerWebExchange exchange) {
        return context(exchange).getTraceId();
    }

    /** Writes {@code traceparent} and, when there is one, {@code tracestate}. */
    public static void inject(ServerWebExchange exchange, HttpHeaders headers) {
        Context context = Context.root().with(Span.wrap(context(exchange)));
        W3CTraceContextPropagator.getInstance().inject(context, headers, (carrier, key, value) -> {
            if (carrier != null) {
                carrier.set(key, value);
            }
        });
    }

    /** The trace as something to make current, from the attributes of an exchange. */
    public static Context of(Map<String, Object> attributes) {
        return attributes.get(ATTRIBUTE) instanceof SpanContext trace
                ? Context.root().with(Span.wrap(trace))
                : Context.root();
    }

    private static SpanContext context(ServerWebExchange exchange) {
        return exchange.getAttributeOrDefault(ATTRIBUTE, SpanContext.getInvalid());
    }
}
