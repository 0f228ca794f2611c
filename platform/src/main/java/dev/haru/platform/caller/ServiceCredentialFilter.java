package dev.haru.platform.caller;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;
import org.springframework.web.filter.OncePerRequestFilter;

/** Signs a neighbour service in for one request; without a right credential nobody is. */
final class ServiceCredentialFilter extends OncePerRequestFilter {

    private final ServiceCredentials credentials;

    ServiceCredentialFilter(ServiceCredentials credentials) {
        this.credentials = credentials;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        credentials
                .callerOf(request.getHeader(ServiceCredentials.HEADER))
                .ifPresent(name -> SecurityContextHolder.setContext(new SecurityContextImpl(
                        new PreAuthenticatedAuthenticationToken(name, "", AuthorityUtils.NO_AUTHORITIES))));
        chain.doFilter(request, response);
    }
}
