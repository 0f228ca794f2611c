package dev.haru.member.auth;

import dev.haru.platform.security.ScopedPrincipal;
import dev.haru.platform.security.Scopes;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.GrantedAuthority;

/**
 * The owner of a valid access token or personal access token.
 *
 * @param sessionId the session of the token; for a personal access token its own id; null if auth-service does not name
 *     it
 * @param tokenExpiresAt when the token expires, unless it is revoked earlier
 */
public record TokenOwner(UUID memberId, @Nullable UUID sessionId, Instant tokenExpiresAt, Scopes scopes)
        implements ScopedPrincipal {

    /** The owner of an access token of a session. */
    public TokenOwner(UUID memberId, @Nullable UUID sessionId, Instant tokenExpiresAt) {
        this(memberId, sessionId, tokenExpiresAt, Scopes.SESSION);
    }

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
