package dev.haru.platform.identity;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides which entries answer without a look-up, and which result of a look-up becomes a current or a stale entry. */
final class CachedEntries<K, V> {

    private final CurrentEntries<K, V> current;
    private final StaleEntries<K, V> stale;
    private final Tombstones tombstones;

    CachedEntries(CurrentEntries<K, V> current, StaleEntries<K, V> stale, Tombstones tombstones) {
        this.current = current;
        this.stale = stale;
        this.tombstones = tombstones;
    }

    boolean containsCurrent(K key) {
        return current.contains(key);
    }

    /** The result that needs no look-up; null if there is none. */
    @Nullable LookupResult<V> atOnce(K key) {
        @Nullable LookupResult<V> cached = cached(key);
        return cached != null ? cached : stale.whileFailing(key);
    }

    /** The valid result in the cache; null if there is none. */
    @Nullable LookupResult<V> cached(K key) {
        CacheEntry<V> entry = current.get(key);
        if (entry == null) {
            return current.isUnknown(key) ? LookupResult.unknown() : null;
        }
        return switch (current.verdict(entry)) {
            case VALID -> new LookupResult<>(entry);
            case STALE -> null;
            case REVOKED -> unknown(key, tombstones.now());
        };
    }

    /** The result of a look-up, stored in the cache where permitted; null if a change has made it stale. */
    @Nullable LookupResult<V> store(K key, Optional<CachedIdentity<V>> found, long begun) {
        if (found.isEmpty()) {
            return unknown(key, begun);
        }
        CacheEntry<V> entry = new CacheEntry<>(found.get(), begun);
        return switch (current.verdict(entry)) {
            case VALID -> {
                current.put(key, entry);
                stale.put(key, entry);
                yield new LookupResult<>(entry);
            }
            case REVOKED -> unknown(key, begun);
            case STALE -> {
                // Kept for an outage: the upstream service may have had no newer answer, and may fail the next time.
                stale.put(key, entry);
                yield null;
            }
        };
    }

    private LookupResult<V> unknown(K key, long asOf) {
        stale.remove(key);
        current.putUnknown(key, asOf);
        return LookupResult.unknown();
    }
}
