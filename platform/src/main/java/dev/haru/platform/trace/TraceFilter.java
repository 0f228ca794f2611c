package dev.haru.platform.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/** Makes the trace context current for the request, its log lines and its error and asynchronous dispatches. */
final class TraceFilter extends OncePerRequestFilter {

    private static final String ATTRIBUTE = TraceFilter.class.getName();

    private static final TextMapGetter<HttpServletRequest> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(HttpServletRequest request) {
            return Collections.list(request.getHeaderNames());
        }

        @Override
        public @Nullable String get(@Nullable HttpServletRequest request, String key) {
            return request == null ? null : request.getHeader(key);
        }
    };

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean hasAgent = Span.current().getSpanContext().isValid();
        SpanContext span =
                request.getAttribute(ATTRIBUTE) instanceof SpanContext known ? known : TraceIds.of(request, HEADERS);
        request.setAttribute(ATTRIBUTE, span);
        response.setHeader(TraceIds.HEADER, span.getTraceId());
        Context context = hasAgent ? Context.current() : Context.current().with(Span.wrap(span));
        // An agent adds trace id and span id to each log line by itself, unless the log context has a trace id.
        try (Scope _ = context.makeCurrent();
                MDC.@Nullable MDCCloseable _ =
                        hasAgent ? null : MDC.putCloseable(TraceIds.LOG_KEY, span.getTraceId())) {
            chain.doFilter(request, response);
        }
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }
}
