package dev.haru.member.auth;

import dev.haru.member.auth.AuthApi.Introspection;
import dev.haru.member.auth.AuthApi.Token;
import dev.haru.member.auth.AuthApi.Tokens;
import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.IdentityCache;
import dev.haru.platform.identity.IdentityCaches;
import dev.haru.platform.identity.IdentityUnavailable;
import dev.haru.platform.identity.LookupBatcher;
import dev.haru.platform.security.Scopes;
import dev.haru.platform.token.TokenFormat;
import dev.haru.platform.upstream.Unavailability;
import feign.FeignException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.stereotype.Component;

/**
 * Finds the owner of an access token: in the cache if the entry is fresh enough, else at auth-service. While
 * auth-service is unavailable, a stale cache entry may answer. Throws a problem with status 503 if auth-service does
 * not answer within the time-outs of {@code application.yml} and the cache has no usable entry.
 */
@Component
public class TokenClient implements OpaqueTokenIntrospector {

    private final AuthApi auth;
    private final IdentityCache<TokenOwner> cache;
    private final LookupBatcher<String, CachedIdentity<TokenOwner>> batcher;

    TokenClient(AuthApi auth, IdentityCaches caches) {
        this.auth = auth;
        this.cache = caches.create("identity");
        this.batcher = caches.batcher("identity", this::introspectMany);
    }

    /** Returns the owner of the token; empty if the token is malformed, unknown, expired or revoked. */
    public Optional<CachedIdentity<TokenOwner>> ownerOf(String token, Freshness freshness) {
        if (!TokenFormat.isBearerToken(token)) {
            return Optional.empty();
        }
        return orUnavailable(() -> cache.find(token, freshness, wanted -> lookUp(token, wanted)));
    }

    /**
     * Finds the owners of many tokens in the cache and with at most one call to auth-service. Look up a token that is
     * missing in the result with {@link #ownerOf}.
     */
    public Map<String, Optional<CachedIdentity<TokenOwner>>> ownersOf(Collection<String> tokens) {
        return orUnavailable(() -> cache.findAll(tokens, this::introspectMany));
    }

    @Override
    public TokenOwner introspect(String token) {
        return ownerOf(token, Freshness.CACHED)
                .map(CachedIdentity::value)
                .orElseThrow(() -> new BadOpaqueTokenException("the access token is not active"));
    }

    /**
     * Converts failures here and not in the look-up: many requests may share a look-up, but each request needs a
     * problem of its own.
     */
    private static <T> T orUnavailable(Supplier<T> lookup) {
        try {
            return lookup.get();
        } catch (IdentityUnavailable down) {
            throw AuthUnavailable.during("introspection", down.reason());
        } catch (FeignException failure) {
            throw AuthUnavailable.during("introspection", failure);
        }
    }

    private Optional<CachedIdentity<TokenOwner>> lookUp(String token, Freshness freshness) {
        return batcher.find(token, freshness, () -> introspectOne(token, freshness));
    }

    private Optional<CachedIdentity<TokenOwner>> introspectOne(String token, Freshness freshness) {
        try {
            return ownerIn(auth.introspect(new Token(token), freshness.cacheControl()));
        } catch (FeignException failure) {
            throw Unavailability.isShownBy(failure) ? IdentityUnavailable.because(failure) : failure;
        }
    }

    private Map<String, Optional<CachedIdentity<TokenOwner>>> introspectMany(Set<String> tokens) {
        List<String> batch = List.copyOf(tokens);
        try {
            return LookupBatcher.byKey(
                    batch, auth.introspectMany(new Tokens(batch)).introspections(), TokenClient::ownerIn);
        } catch (FeignException failure) {
            if (Unavailability.isOfAll(failure)) {
                throw IdentityUnavailable.because(failure);
            }
            return Map.of();
        }
    }

    private static Optional<CachedIdentity<TokenOwner>> ownerIn(Introspection answer) {
        if (!answer.active() || answer.sub() == null || answer.exp() == null) {
            return Optional.empty();
        }
        TokenOwner owner = new TokenOwner(
                answer.sub(), answer.sid(), Instant.ofEpochSecond(answer.exp()), Scopes.parse(answer.scope()));
        return Optional.of(new CachedIdentity<>(
                owner,
                owner.memberId(),
                answer.sid(),
                owner.tokenExpiresAt(),
                CachedIdentity.ageOf(answer.ageMillis())));
    }
}
