package dev.haru.auth.session;

import dev.haru.auth.personaltoken.PersonalToken;
import dev.haru.platform.security.ScopedPrincipal;
import dev.haru.platform.security.Scopes;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.security.core.GrantedAuthority;

/**
 * The owner of an access token or a personal access token.
 *
 * @param sessionId the session of the token; for a personal access token its own id, with which caches end it
 */
record SignedIn(UUID accountId, UUID sessionId, Instant expiresAt, Scopes scopes) implements ScopedPrincipal {

    /** The owner of an access token of a session. */
    SignedIn(UUID accountId, UUID sessionId, Instant expiresAt) {
        this(accountId, sessionId, expiresAt, Scopes.SESSION);
    }

    static SignedIn with(PersonalToken token) {
        return new SignedIn(token.accountId(), token.id(), token.expiresAt(), token.scopes());
    }

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
