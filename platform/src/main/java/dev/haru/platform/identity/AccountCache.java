package dev.haru.platform.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Caches data of an account by account id, until a revocation invalidates it or its time to live ends. Concurrent
 * requests for the same account share one look-up.
 */
public final class AccountCache<V> {

    private final boolean enabled;
    private final LookupCache<UUID, V> cache;

    AccountCache(boolean enabled, LookupCache<UUID, V> cache) {
        this.enabled = enabled;
        this.cache = cache;
    }

    /** The data of the account and its age; empty if the account is unknown. */
    public Optional<CachedIdentity<V>> find(
            UUID accountId, Freshness freshness, Function<Freshness, Optional<V>> read) {
        Lookup<V> lookup = wanted -> read.apply(wanted).map(value -> readNow(accountId, value));
        return enabled ? cache.find(accountId, freshness, lookup) : lookup.find(freshness);
    }

    /**
     * The data of many accounts; one call reads all accounts that are not in the cache. The result lacks an account in
     * two cases: another request looks it up now, or a change made the answer stale. The caller must use {@link #find}
     * for such an account.
     *
     * @param read reads the data of the accounts that exist
     */
    public Map<UUID, Optional<CachedIdentity<V>>> findAll(
            Collection<UUID> accountIds, Function<Set<UUID>, Map<UUID, V>> read) {
        Function<Set<UUID>, Map<UUID, Optional<CachedIdentity<V>>>> lookup = wanted -> {
            Map<UUID, V> found = read.apply(wanted);
            Map<UUID, Optional<CachedIdentity<V>>> known = HashMap.newHashMap(wanted.size());
            wanted.forEach(id ->
                    known.put(id, Optional.ofNullable(found.get(id)).map(value -> readNow(id, value))));
            return known;
        };
        return enabled ? cache.findAll(Set.copyOf(accountIds), lookup) : lookup.apply(Set.copyOf(accountIds));
    }

    private static <V> CachedIdentity<V> readNow(UUID accountId, V value) {
        return new CachedIdentity<>(value, accountId, null, Instant.MAX, Duration.ZERO, Duration.ZERO);
    }
}
