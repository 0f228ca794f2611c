package dev.haru.platform.identity;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Creates the caches of a service. All of them apply the same revocations. */
public final class IdentityCaches {

    private final IdentityProperties properties;
    private final Tombstones tombstones;
    private final Predicate<Runnable> refresher;
    private final Ticker ticker;
    private final Clock clock;
    private final MeterRegistry meters;

    IdentityCaches(
            IdentityProperties properties,
            Tombstones tombstones,
            Predicate<Runnable> refresher,
            Ticker ticker,
            Clock clock,
            MeterRegistry meters) {
        this.properties = properties;
        this.tombstones = tombstones;
        this.refresher = refresher;
        this.ticker = ticker;
        this.clock = clock;
        this.meters = meters;
    }

    /** Creates a cache of the owners of tokens. Its metrics carry this name. */
    public <V> IdentityCache<V> create(String name) {
        CacheSettings settings = properties.settings();
        return new IdentityCache<>(settings.enabled(), this.<TokenHash, V>lookupCache(name, settings, _ -> null));
    }

    /** Creates a cache of account data. Its metrics carry this name. */
    public <V> AccountCache<V> createByAccount(String name, CacheSettings settings) {
        return new AccountCache<>(settings.enabled(), this.<UUID, V>lookupCache(name, settings, id -> id));
    }

    /**
     * Creates a batcher that combines look-ups of a cache into one call.
     *
     * @param batchLookup looks up many keys with one call to the upstream service. A key that is missing in the result
     *     is looked up alone. All waiting requests receive the exception that it throws, so no request may modify that
     *     exception
     */
    public <K, V> LookupBatcher<K, V> batcher(String name, Function<Set<K>, Map<K, Optional<V>>> batchLookup) {
        return new LookupBatcher<>(name, LookupBatcher.MAX_WAIT, batchLookup, meters);
    }

    private <K, V> LookupCache<K, V> lookupCache(
            String name, CacheSettings settings, Function<K, @Nullable UUID> accountOf) {
        return new LookupCache<>(name, settings, accountOf, tombstones, refresher, ticker, clock, meters);
    }
}
