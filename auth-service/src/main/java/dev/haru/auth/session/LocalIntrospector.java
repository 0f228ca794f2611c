package dev.haru.auth.session;

import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.stereotype.Component;

/** This service asks its own table. */
@Component
class LocalIntrospector implements OpaqueTokenIntrospector {

    private final Sessions sessions;

    LocalIntrospector(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public OAuth2AuthenticatedPrincipal introspect(String token) {
        return sessions.introspect(token).orElseThrow(() -> new BadOpaqueTokenException("not active"));
    }
}
