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
 * Remembers whose token it is. An answer is used for as long as the token lives, nobody revoked it, and it is not older
 * than {@code haru.identity.time-to-live}, counted from when it was read in the database and not from when it came
 * here; while the neighbour cannot answer, up to {@code haru.identity.stale-if-error}. Those who ask for the same token
 * at once share one look-up.
 */
public final class IdentityCache<V> {

    private final boolean enabled;
    private final LookupCache<TokenHash, V> answers;

    IdentityCache(boolean enabled, LookupCache<TokenHash, V> answers) {
        this.enabled = enabled;
        this.answers = answers;
    }

    /**
     * The owner of a token; nobody when it is unknown, expired or revoked. What the look-up throws is thrown to all who
     * wait for it, so it must be nothing that a request writes to, and is not remembered.
     *
     * @throws IdentityUnavailable when nobody can say, and nothing that was good of late is remembered
     */
    public Optional<CachedIdentity<V>> find(String token, Freshness freshness, Lookup<V> lookup) {
        return enabled ? answers.find(TokenHash.of(token), freshness, lookup) : lookup.find(freshness);
    }

    /**
     * The owners of many tokens, by one look-up for all that are not remembered; nobody of a malformed one. A token
     * that is not among the answers is for {@link #find}: somebody else looks it up right now, or the look-up says
     * nothing of it, or it was overtaken by a revocation.
     *
     * @throws IdentityUnavailable when nobody can say of any, and nothing that was good of late is remembered
     */
    public Map<String, Optional<CachedIdentity<V>>> findAll(
            Collection<String> tokens, Function<Set<String>, Map<String, Optional<CachedIdentity<V>>>> lookup) {
        Map<String, Optional<CachedIdentity<V>>> owners = HashMap.newHashMap(tokens.size());
        Set<String> wellFormed = LinkedHashSet.newLinkedHashSet(tokens.size());
        for (String token : tokens) {
            if (TokenFormat.isWellFormed(TokenFormat.ACCESS, token)) {
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
        Map<TokenHash, Optional<CachedIdentity<V>>> found = answers.findAll(
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
