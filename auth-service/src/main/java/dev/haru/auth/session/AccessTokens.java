package dev.haru.auth.session;

import dev.haru.auth.personaltoken.PersonalTokenLookup;
import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.IdentityCache;
import dev.haru.platform.identity.IdentityCaches;
import dev.haru.platform.token.TokenFormat;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Looks up the owners of access tokens and personal access tokens, in the cache if the entry is fresh enough, otherwise
 * in the tables.
 */
@Component
class AccessTokens {

    private final AccessTokenStore store;
    private final PersonalTokenLookup personalTokens;
    private final Clock clock;
    private final ReplicaRouting reads;
    private final IdentityCache<SignedIn> cache;

    AccessTokens(
            AccessTokenStore store,
            PersonalTokenLookup personalTokens,
            ReplicaRouting reads,
            Clock clock,
            IdentityCaches caches) {
        this.store = store;
        this.personalTokens = personalTokens;
        this.reads = reads;
        this.clock = clock;
        this.cache = caches.create("identity");
    }

    /** The owner of the token; empty if the token is malformed, unknown, expired or revoked. */
    Optional<CachedIdentity<SignedIn>> ownerOf(String accessToken, Freshness freshness) {
        return TokenFormat.isBearerToken(accessToken)
                ? cache.find(accessToken, freshness, wanted -> read(accessToken, wanted))
                : Optional.empty();
    }

    /** The owners of many tokens. A token without an entry in the result needs a call of {@link #ownerOf}. */
    Map<String, Optional<CachedIdentity<SignedIn>>> ownersOf(Collection<String> accessTokens) {
        return cache.findAll(accessTokens, this::read);
    }

    /** Reads each of the two tables only if a token of its kind is among the tokens. */
    private Map<String, Optional<CachedIdentity<SignedIn>>> read(Set<String> accessTokens) {
        Map<String, SignedIn> found = HashMap.newHashMap(accessTokens.size());
        Set<Token> ofSessions = accessTokens.stream()
                .filter(token -> !TokenFormat.isPersonal(token))
                .map(Token::new)
                .collect(Collectors.toSet());
        if (!ofSessions.isEmpty()) {
            reads.findAll(ofSessions, wanted -> store.introspect(wanted, clock.instant()), SignedIn::accountId)
                    .forEach((token, owner) -> found.put(token.value(), owner));
        }
        Set<String> personal =
                accessTokens.stream().filter(TokenFormat::isPersonal).collect(Collectors.toSet());
        if (!personal.isEmpty()) {
            personalTokens.findAll(personal).forEach((token, owner) -> found.put(token, SignedIn.with(owner)));
        }
        return accessTokens.stream()
                .collect(Collectors.toMap(
                        token -> token,
                        token -> Optional.ofNullable(found.get(token)).map(AccessTokens::readNow)));
    }

    private static CachedIdentity<SignedIn> readNow(SignedIn owner) {
        return new CachedIdentity<>(owner, owner.accountId(), owner.sessionId(), owner.expiresAt(), Duration.ZERO);
    }

    /**
     * Reads a token from the replica or the primary. The replica may lack a token that was just issued, and may still
     * hold a valid row for a token that was just revoked.
     */
    private Optional<CachedIdentity<SignedIn>> read(String accessToken, Freshness freshness) {
        if (TokenFormat.isPersonal(accessToken)) {
            return personalTokens
                    .find(accessToken, freshness)
                    .map(SignedIn::with)
                    .map(AccessTokens::readNow);
        }
        Token token = new Token(accessToken);
        Supplier<Optional<SignedIn>> query = () -> store.introspect(token, clock.instant());
        return (freshness == Freshness.FRESH
                        ? ReplicaRouting.fromPrimary(query)
                        : reads.find(query, SignedIn::accountId))
                .map(AccessTokens::readNow);
    }
}
