package dev.haru.platform.security;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Reads the token from the {@code Authorization} header without checking its form. Spring's own resolver matches the
 * token against a pattern first, which costs as much as a look-up in memory. On a public endpoint the resolver ignores
 * the token, so that no request is refused because its token cannot be checked.
 */
final class BearerHeader implements BearerTokenResolver {

    private static final String SCHEME = "Bearer";

    /**
     * Several times the length of a Haru token. Without the limit, services would hash longer tokens and send them
     * upstream.
     */
    private static final int LONGEST = 200;

    private final RequestMatcher open;

    BearerHeader(RequestMatcher open) {
        this.open = open;
    }

    @Override
    public @Nullable String resolve(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()) || open.matches(request)) {
            return null;
        }
        if (header.length() <= SCHEME.length() + 1 || header.charAt(SCHEME.length()) != ' ') {
            throw new OAuth2AuthenticationException(BearerTokenErrors.invalidToken("the header has no token"));
        }
        if (header.length() > LONGEST) {
            throw new OAuth2AuthenticationException(BearerTokenErrors.invalidToken("the token is too long"));
        }
        return header.substring(SCHEME.length() + 1);
    }
}
