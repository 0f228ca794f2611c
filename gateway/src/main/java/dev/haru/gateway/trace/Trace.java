package dev.haru.gateway.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** The trace of a request. It is an attribute of the exchange, because a reactive request is not bound to a thread. */
public final class Trace {

    static final String ATTRIBUTE = Trace.class.getName();

    private Trace() {}

    /** The trace id, 32 hex digits; all zeros if the exchange did not pass {@link TraceFilter}. */
    public static String id(ServerWebExchange exchange) {
        return span(exchange).getSpanContext().getTraceId();
    }

    /**
     * The span id, 16 hex digits: the id of the agent's span or, without an agent, the parent span id that services
     * receive.
     */
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

    /** Returns the trace from the attributes of an exchange as a context that can be made current. */
    public static Context of(Map<String, Object> attributes) {
        return attributes.get(ATTRIBUTE) instanceof Span span ? Context.root().with(span) : Context.root();
    }

    /**
     * Names the agent's span after the route that the service reported. Does nothing without a recording span or a
     * route.
     */
    public static void recordRoute(ServerWebExchange exchange, @Nullable String route) {
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
