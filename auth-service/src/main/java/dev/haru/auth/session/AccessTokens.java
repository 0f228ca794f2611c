package dev.haru.auth.session;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.IdentityCache;
import dev.haru.platform.identity.IdentityCaches;
import dev.haru.platform.token.TokenFormat;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Looks up the owners of access tokens, in the cache if the entry is fresh enough, otherwise in the table. */
@Component
class AccessTokens {

    private final AccessTokenStore store;
    private final Clock clock;
    private final ReplicaRouting reads;
    private final IdentityCache<SignedIn> cache;

    AccessTokens(AccessTokenStore store, ReplicaRouting reads, Clock clock, IdentityCaches caches) {
        this.store = store;
        this.reads = reads;
        this.clock = clock;
        this.cache = caches.create("identity");
    }

    /** The owner of the token; empty if the token is malformed, unknown, expired or revoked. */
    Optional<CachedIdentity<SignedIn>> ownerOf(String accessToken, Freshness freshness) {
        return TokenFormat.isWellFormed(TokenFormat.ACCESS, accessToken)
                ? cache.find(accessToken, freshness, wanted -> read(new Token(accessToken), wanted))
                : Optional.empty();
    }

    /** The owners of many tokens. A token without an entry in the result needs a call of {@link #ownerOf}. */
    Map<String, Optional<CachedIdentity<SignedIn>>> ownersOf(Collection<String> accessTokens) {
        return cache.findAll(accessTokens, this::read);
    }

    private Map<String, Optional<CachedIdentity<SignedIn>>> read(Set<String> accessTokens) {
        Map<Token, SignedIn> found = reads.findAll(
                accessTokens.stream().map(Token::new).collect(Collectors.toSet()),
                wanted -> store.introspect(wanted, clock.instant()),
                SignedIn::accountId);
        return accessTokens.stream()
                .collect(Collectors.toMap(
                        token -> token,
                        token ->
                                Optional.ofNullable(found.get(new Token(token))).map(AccessTokens::readNow)));
    }

    private static CachedIdentity<SignedIn> readNow(SignedIn owner) {
        return new CachedIdentity<>(owner, owner.accountId(), owner.sessionId(), owner.expiresAt(), Duration.ZERO);
    }

    /**
     * Reads a token from the replica or the primary. The replica may lack a token that was just issued, and may still
     * hold a valid row for a token that was just revoked.
     */
    private Optional<CachedIdentity<SignedIn>> read(Token token, Freshness freshness) {
        Supplier<Optional<SignedIn>> query = () -> store.introspect(token, clock.instant());
        return (freshness == Freshness.FRESH
                        ? ReplicaRouting.fromPrimary(query)
                        : reads.find(query, SignedIn::accountId))
                .map(AccessTokens::readNow);
    }
}
