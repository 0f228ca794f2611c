package dev.haru.auth.operator;

import dev.haru.platform.security.Endpoints;
import dev.haru.platform.security.ScopedPrincipal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Refuses calls below {@code /v1/admin} to callers without a role, before the path, the parameters and the body are
 * read. It runs after the check of scopes, which refuses personal access tokens.
 */
@Component
class OperatorInterceptor implements HandlerInterceptor, WebMvcConfigurer {

    private static final int AFTER_SCOPES = 1;

    private final OperatorAccess access;

    OperatorInterceptor(OperatorAccess access) {
        this.access = access;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/v1/admin/**").order(AFTER_SCOPES);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        // A call without a token reaches only the answers to OPTIONS and to methods that no endpoint has.
        if (Endpoints.calledBy(request, handler).isPresent()
                && caller != null
                && caller.getPrincipal() instanceof ScopedPrincipal principal) {
            access.require(Operator.of(principal));
        }
        return true;
    }
}
