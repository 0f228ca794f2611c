package dev.haru.member.auth;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/**
 * The owner of a valid access token.
 *
 * @param sessionId the session of the token; null if auth-service does not name it
 * @param tokenExpiresAt when the token expires, unless it is revoked earlier
 */
public record TokenOwner(UUID memberId, @Nullable UUID sessionId, Instant tokenExpiresAt)
        implements OAuth2AuthenticatedPrincipal {

    @Override
    public String getName() {
        return memberId.toString();
    }

    @Override
    public Map<String, Object> getAttributes() {
        return Map.of();
    }

    @Override
    public Collection<? extends GrantedAuthority> getAuthorities() {
        return List.of();
    }
}
