package dev.haru.platform.trace;

import io.opentelemetry.api.trace.Span;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Sends the route of the endpoint to the gateway, which names its span after it; the gateway itself knows only the
 * service. Only recorded requests get the header.
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
