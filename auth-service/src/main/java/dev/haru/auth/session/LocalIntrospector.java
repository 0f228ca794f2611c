package dev.haru.auth.session;

import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.stereotype.Component;

/** Introspects the access tokens of requests to this service, without a remote call. */
@Component
class LocalIntrospector implements OpaqueTokenIntrospector {

    private final AccessTokens tokens;

    LocalIntrospector(AccessTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public OAuth2AuthenticatedPrincipal introspect(String token) {
        return tokens.ownerOf(token, Freshness.CACHED)
                .map(CachedIdentity::value)
                .orElseThrow(() -> new BadOpaqueTokenException("not active"));
    }
}
