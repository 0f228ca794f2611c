package dev.haru.platform.identity;

import java.util.Optional;

/** How the service at hand finds what is not remembered. */
@FunctionalInterface
public interface Lookup<V> {

    /**
     * Asks the database, or a neighbour, who must heed the freshness, too.
     *
     * @throws IdentityUnavailable when the neighbour cannot answer right now
     */
    Optional<CachedIdentity<V>> find(Freshness freshness);
}
