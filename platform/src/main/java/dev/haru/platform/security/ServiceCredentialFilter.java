package dev.haru.platform.security;

import dev.haru.platform.warmup.WarmUpContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Authenticates a client service, an operator or this service's own warm-up for one request. A request without a valid
 * credential stays unauthenticated.
 */
final class ServiceCredentialFilter extends OncePerRequestFilter {

    /** The name under which this service's own warm-up is authenticated; no service has it. */
    static final String WARM_UP = "warm-up";

    private final ServiceCredentials credentials;

    ServiceCredentialFilter(ServiceCredentials credentials) {
        this.credentials = credentials;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        callerOf(request)
                .ifPresent(name -> SecurityContextHolder.setContext(new SecurityContextImpl(
                        new PreAuthenticatedAuthenticationToken(name, "", AuthorityUtils.NO_AUTHORITIES))));
        chain.doFilter(request, response);
    }

    private Optional<String> callerOf(HttpServletRequest request) {
        return WarmUpContext.isOwnCall()
                ? Optional.of(WARM_UP)
                : credentials.callerOf(request.getHeader(ServiceCredentials.HEADER));
    }
}
