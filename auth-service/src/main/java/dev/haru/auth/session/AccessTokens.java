package dev.haru.auth.session;

import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.Identified;
import dev.haru.platform.identity.IdentityCache;
import dev.haru.platform.identity.IdentityCaches;
import dev.haru.platform.token.TokenFormat;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Whose access token it is, from memory where that is fresh enough, else from the table. */
@Component
class AccessTokens {

    private final SessionStore store;
    private final Clock clock;
    private final IdentityCache<SignedIn> cache;

    AccessTokens(SessionStore store, Clock clock, IdentityCaches caches) {
        this.store = store;
        this.clock = clock;
        this.cache = caches.create("identity");
    }

    /** The token's owner; nobody when it is malformed, unknown, expired or revoked. */
    Optional<Identified<SignedIn>> ownerOf(String accessToken, Freshness freshness) {
        return TokenFormat.isWellFormed(TokenFormat.ACCESS, accessToken)
                ? cache.find(accessToken, freshness, _ -> read(new Token(accessToken)))
                : Optional.empty();
    }

    private Optional<Identified<SignedIn>> read(Token token) {
        return store.introspect(token, clock.instant())
                .map(owner -> new Identified<>(
                        owner, owner.accountId(), owner.sessionId(), owner.expiresAt(), Duration.ZERO));
    }
}
