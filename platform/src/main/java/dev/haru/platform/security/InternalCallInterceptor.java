package dev.haru.platform.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses each internal call from services other than the one that {@link InternalCall} names, before the body is read.
 */
final class InternalCallInterceptor implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && !isAllowed(method.getMethodAnnotation(InternalCall.class))) {
            throw new AccessDeniedException("another service's internal call");
        }
        return true;
    }

    private static boolean isAllowed(@Nullable InternalCall call) {
        @Nullable Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        if (call == null || caller == null) {
            return false;
        }
        return caller.getName().equals(call.client())
                || (call.warmUp() && caller.getName().equals(ServiceCredentialFilter.WARM_UP));
    }
}
