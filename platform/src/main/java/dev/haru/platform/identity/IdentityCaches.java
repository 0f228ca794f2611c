package dev.haru.platform.identity;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;

/** Makes the caches of a service; all of them hear of the same revocations. */
public final class IdentityCaches {

    private final IdentityProperties properties;
    private final Tombstones tombstones;
    private final Ticker ticker;
    private final Clock clock;
    private final MeterRegistry meters;

    IdentityCaches(
            IdentityProperties properties, Tombstones tombstones, Ticker ticker, Clock clock, MeterRegistry meters) {
        this.properties = properties;
        this.tombstones = tombstones;
        this.ticker = ticker;
        this.clock = clock;
        this.meters = meters;
    }

    /** A new cache; its metrics have this name. */
    public <V> IdentityCache<V> create(String name) {
        return new IdentityCache<>(name, properties, tombstones, ticker, clock, meters);
    }
}
