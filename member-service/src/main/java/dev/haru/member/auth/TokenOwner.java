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
 * Who a good access token belongs to.
 *
 * @param sessionId the session that the token belongs to; null when auth-service does not name it
 * @param tokenExpiresAt when the token stops being good, unless it is revoked before
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
