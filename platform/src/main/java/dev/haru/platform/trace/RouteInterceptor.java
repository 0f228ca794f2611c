package dev.haru.platform.trace;

import io.opentelemetry.api.trace.Span;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Tells the gateway which endpoint answered, so that its span is named for that: of the path it only knows the service.
 * Said of recorded requests alone.
 */
final class RouteInterceptor implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getDispatcherType() == DispatcherType.REQUEST
                && Span.current().isRecording()
                && request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE) instanceof String route) {
            response.setHeader(TraceIds.ROUTE_HEADER, route);
        }
        return true;
    }
}
