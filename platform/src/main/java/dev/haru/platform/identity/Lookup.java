package dev.haru.platform.identity;

import java.util.Optional;

/** Finds the owner of a key that is not in the cache. */
@FunctionalInterface
public interface Lookup<V> {

    /**
     * Reads the owner from the database or from an upstream service, which must obey the freshness as well.
     *
     * @throws IdentityUnavailable if the upstream service cannot answer now
     */
    Optional<CachedIdentity<V>> find(Freshness freshness);
}
