package dev.haru.platform.caller;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;

/**
 * Takes the token from the {@code Authorization} header and leaves its form to whoever knows it; Spring's own resolver
 * matches it against a pattern first, which costs as much as looking it up in memory.
 */
final class BearerHeader implements BearerTokenResolver {

    private static final String SCHEME = "Bearer";

    @Override
    public @Nullable String resolve(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        if (header.length() <= SCHEME.length() + 1 || header.charAt(SCHEME.length()) != ' ') {
            throw new OAuth2AuthenticationException(BearerTokenErrors.invalidToken("the header has no token"));
        }
        return header.substring(SCHEME.length() + 1);
    }
}
