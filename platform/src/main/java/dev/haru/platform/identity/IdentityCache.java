package dev.haru.platform.identity;

import dev.haru.platform.token.TokenFormat;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Caches the owner of each token. An entry is valid while the token has not expired and is not revoked, and while the
 * entry is younger than {@code haru.identity.time-to-live}. Its age counts from the reading in the database, not from
 * its arrival here. While the upstream service fails, an entry is used up to the age
 * {@code haru.identity.stale-if-error}. Concurrent requests for the same token share one look-up.
 */
public final class IdentityCache<V> {

    private final boolean enabled;
    private final LookupCache<TokenHash, V> cache;

    IdentityCache(boolean enabled, LookupCache<TokenHash, V> cache) {
        this.enabled = enabled;
        this.cache = cache;
    }

    /**
     * The owner of a token; empty if the token is unknown, expired or revoked. All requests that wait for the look-up
     * receive the exception that it throws. So no request may modify that exception. Exceptions are not cached.
     *
     * @throws IdentityUnavailable if the upstream service fails and the cache has no recent valid entry
     */
    public Optional<CachedIdentity<V>> find(String token, Freshness freshness, Lookup<V> lookup) {
        return enabled ? cache.find(TokenHash.of(token), freshness, lookup) : lookup.find(freshness);
    }

    /**
     * The owners of many tokens; one look-up covers all tokens that are not in the cache. A malformed token has no
     * owner. The result lacks a token in three cases: another request looks it up now, the look-up did not return it,
     * or a revocation made its answer stale. The caller must use {@link #find} for such a token.
     *
     * @throws IdentityUnavailable if the upstream service fails and the cache has no recent valid entry for any token
     */
    public Map<String, Optional<CachedIdentity<V>>> findAll(
            Collection<String> tokens, Function<Set<String>, Map<String, Optional<CachedIdentity<V>>>> lookup) {
        Map<String, Optional<CachedIdentity<V>>> owners = HashMap.newHashMap(tokens.size());
        Set<String> wellFormed = LinkedHashSet.newLinkedHashSet(tokens.size());
        for (String token : tokens) {
            if (TokenFormat.isBearerToken(token)) {
                wellFormed.add(token);
            } else {
                owners.put(token, Optional.empty());
            }
        }
        if (!wellFormed.isEmpty()) {
            owners.putAll(enabled ? findWellFormed(wellFormed, lookup) : lookup.apply(wellFormed));
        }
        return owners;
    }

    private Map<String, Optional<CachedIdentity<V>>> findWellFormed(
            Set<String> tokens, Function<Set<String>, Map<String, Optional<CachedIdentity<V>>>> lookup) {
        Map<TokenHash, String> tokenOf = HashMap.newHashMap(tokens.size());
        tokens.forEach(token -> tokenOf.put(TokenHash.of(token), token));
        Map<TokenHash, Optional<CachedIdentity<V>>> found = cache.findAll(
                tokenOf.keySet(),
                wanted -> byHash(lookup.apply(
                        wanted.stream().map(tokenOf::get).collect(Collectors.toCollection(LinkedHashSet::new)))));
        Map<String, Optional<CachedIdentity<V>>> owners = HashMap.newHashMap(found.size());
        found.forEach((hash, owner) -> owners.put(tokenOf.get(hash), owner));
        return owners;
    }

    private static <V> Map<TokenHash, V> byHash(Map<String, V> byToken) {
        Map<TokenHash, V> byHash = HashMap.newHashMap(byToken.size());
        byToken.forEach((token, value) -> byHash.put(TokenHash.of(token), value));
        return byHash;
    }
}
