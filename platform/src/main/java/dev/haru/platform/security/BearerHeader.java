package dev.haru.platform.security;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Takes the token from the {@code Authorization} header and leaves its form to whoever knows it; Spring's own resolver
 * matches it against a pattern first, which costs as much as looking it up in memory. A call that is open to everybody
 * has none: whoever sends one all the same is not to be refused because nobody can say whose it is.
 */
final class BearerHeader implements BearerTokenResolver {

    private static final String SCHEME = "Bearer";

    /** Several times a token of Haru's; each service would hash a longer one and ask its upstream service for it. */
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
