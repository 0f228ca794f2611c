package dev.haru.auth.session;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/** The owner and the session of an access token, and when the token expires. */
record SignedIn(UUID accountId, UUID sessionId, Instant expiresAt) implements OAuth2AuthenticatedPrincipal {

    @Override
    public String getName() {
        return accountId.toString();
    }

    @Override
    public Map<String, Object> getAttributes() {
        return Map.of("sid", sessionId);
    }

    @Override
    public Collection<? extends GrantedAuthority> getAuthorities() {
        return List.of();
    }
}
