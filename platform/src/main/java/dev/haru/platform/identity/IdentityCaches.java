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

/** Makes the caches of a service; all of them hear of the same revocations. */
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

    /** A new cache of tokens' owners; its metrics have this name. */
    public <V> IdentityCache<V> create(String name) {
        CacheSettings settings = properties.settings();
        return new IdentityCache<>(settings.enabled(), this.<TokenHash, V>answers(name, settings, _ -> null));
    }

    /** A new cache of what is known of accounts; its metrics have this name. */
    public <V> AccountCache<V> createByAccount(String name, CacheSettings settings) {
        return new AccountCache<>(settings.enabled(), this.<UUID, V>answers(name, settings, id -> id));
    }

    /**
     * Puts look-ups of a cache into common calls.
     *
     * @param together asks a neighbour for many at once. Who is not among its answers is asked for alone. What it
     *     throws is thrown to all of them, so it must be nothing that a request writes to
     */
    public <K, V> LookupBatcher<K, V> batcher(String name, Function<Set<K>, Map<K, Optional<V>>> together) {
        return new LookupBatcher<>(name, LookupBatcher.PATIENCE, together, meters);
    }

    private <K, V> LookupCache<K, V> answers(
            String name, CacheSettings settings, Function<K, @Nullable UUID> accountOf) {
        return new LookupCache<>(name, settings, accountOf, tombstones, refresher, ticker, clock, meters);
    }
}
