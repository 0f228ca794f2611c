package dev.haru.platform.identity;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a look-up.
 *
 * @param entry the owner of the key; null if the key has no owner
 */
record LookupResult<V>(@Nullable CacheEntry<V> entry) {

    static <V> LookupResult<V> unknown() {
        return new LookupResult<>(null);
    }

    Optional<CachedIdentity<V>> identity(long now) {
        return entry == null ? Optional.empty() : Optional.of(entry.identity(now));
    }
}
