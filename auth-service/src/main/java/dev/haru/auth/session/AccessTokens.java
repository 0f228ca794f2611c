package dev.haru.auth.session;

import dev.haru.platform.database.Reads;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.Identified;
import dev.haru.platform.identity.IdentityCache;
import dev.haru.platform.identity.IdentityCaches;
import dev.haru.platform.token.TokenFormat;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Whose access token it is, from memory where that is fresh enough, else from the table. */
@Component
class AccessTokens {

    private final SessionStore store;
    private final Clock clock;
    private final Reads reads;
    private final IdentityCache<SignedIn> cache;

    AccessTokens(SessionStore store, Reads reads, Clock clock, IdentityCaches caches) {
        this.store = store;
        this.reads = reads;
        this.clock = clock;
        this.cache = caches.create("identity");
    }

    /** The token's owner; nobody when it is malformed, unknown, expired or revoked. */
    Optional<Identified<SignedIn>> ownerOf(String accessToken, Freshness freshness) {
        return TokenFormat.isWellFormed(TokenFormat.ACCESS, accessToken)
                ? cache.find(accessToken, freshness, wanted -> read(new Token(accessToken), wanted))
                : Optional.empty();
    }

    /** A token just issued may not be on the replica yet, and one just revoked may still be good there. */
    private Optional<Identified<SignedIn>> read(Token token, Freshness freshness) {
        Supplier<Optional<SignedIn>> query = () -> store.introspect(token, clock.instant());
        return (freshness == Freshness.FRESH ? Reads.fromPrimary(query) : reads.find(query, SignedIn::accountId))
                .map(owner -> new Identified<>(
                        owner, owner.accountId(), owner.sessionId(), owner.expiresAt(), Duration.ZERO));
    }
}
