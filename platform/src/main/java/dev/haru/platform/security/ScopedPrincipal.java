package dev.haru.platform.security;

import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/** The member of a request, with the scopes of the request's token. */
public interface ScopedPrincipal extends OAuth2AuthenticatedPrincipal {

    /** Returns what the token permits. */
    Scopes scopes();
}
