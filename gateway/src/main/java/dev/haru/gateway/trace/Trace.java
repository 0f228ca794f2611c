package dev.haru.gateway.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** The trace that a request belongs to. It travels in the exchange: a reactive request has no thread of its own. */
public final class Trace {

    static final String ATTRIBUTE = Trace.class.getName();

    private Trace() {}

    /** The trace id, 32 hex digits; all zeros when the request never came through the filter. */
    public static String id(ServerWebExchange exchange) {
        return span(exchange).getSpanContext().getTraceId();
    }

    /** The id of the agent's span, else of what the service is told to be in, 16 hex digits. */
    public static String spanId(ServerWebExchange exchange) {
        return span(exchange).getSpanContext().getSpanId();
    }

    /** Writes {@code traceparent} and, when there is one, {@code tracestate}. */
    public static void inject(ServerWebExchange exchange, HttpHeaders headers) {
        Context context = Context.root().with(span(exchange));
        W3CTraceContextPropagator.getInstance().inject(context, headers, (carrier, key, value) -> {
            if (carrier != null) {
                carrier.set(key, value);
            }
        });
    }

    /** The trace as something to make current, from the attributes of an exchange. */
    public static Context of(Map<String, Object> attributes) {
        return attributes.get(ATTRIBUTE) instanceof Span span ? Context.root().with(span) : Context.root();
    }

    /** Names the agent's span, if there is one, for the route of the service that answered; null when it named none. */
    public static void nameFor(ServerWebExchange exchange, @Nullable String route) {
        Span span = span(exchange);
        if (route != null && span.isRecording()) {
            span.updateName(exchange.getRequest().getMethod().name() + " " + route)
                    .setAttribute("haru.route", route);
        }
    }

    private static Span span(ServerWebExchange exchange) {
        return exchange.getAttributeOrDefault(ATTRIBUTE, Span.getInvalid());
    }
}
