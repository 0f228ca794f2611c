package dev.haru.platform.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a call with a personal access token that does not have the endpoint's {@link RequiredScope}, before the body
 * is read. A call with an access token of a session costs one comparison.
 */
final class ScopeInterceptor implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        Endpoints.calledBy(request, handler).ifPresent(ScopeInterceptor::requireScope);
        return true;
    }

    private static void requireScope(HandlerMethod endpoint) {
        Scopes scopes = scopesOf(SecurityContextHolder.getContext().getAuthentication());
        if (!scopes.ofSession()) {
            require(scopes, endpoint.getMethodAnnotation(RequiredScope.class));
        }
    }

    /** Returns the scopes of the caller. Without a token, the other rules of the endpoint decide. */
    private static Scopes scopesOf(@Nullable Authentication caller) {
        return caller != null && caller.getPrincipal() instanceof ScopedPrincipal member
                ? member.scopes()
                : Scopes.SESSION;
    }

    private static void require(Scopes scopes, @Nullable RequiredScope required) {
        if (required == null) {
            throw InsufficientScope.sessionRequired();
        }
        if (!scopes.permits(required.value())) {
            throw InsufficientScope.missing(required.value());
        }
    }
}
