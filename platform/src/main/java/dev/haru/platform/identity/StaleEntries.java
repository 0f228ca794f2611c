package dev.haru.platform.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.identity.Tombstones.Verdict;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The entries for an outage of the upstream service (<a href="https://www.rfc-editor.org/rfc/rfc5861#section-4">RFC
 * 5861, section 4</a>, stale-if-error): they were valid recently and are not revoked. Without a subscription to
 * revocations no entry is returned, because this process could have missed the revocation that ends it. A profile
 * change does not exclude an entry: its owner may still use the service.
 */
final class StaleEntries<K, V> {

    /** Minimum interval between two look-ups of one key while the upstream service fails. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final CacheSettings settings;
    private final Tombstones tombstones;
    private final Clock clock;
    private final Counter returned;
    private final Cache<K, CacheEntry<V>> entries;

    StaleEntries(
            String name,
            CacheSettings settings,
            Tombstones tombstones,
            Ticker ticker,
            Clock clock,
            MeterRegistry meters) {
        this.settings = settings;
        this.tombstones = tombstones;
        this.clock = clock;
        this.entries = CurrentEntries.builder(ticker, settings.size())
                .expireAfter(Expiry.<K, CacheEntry<V>>writing((_, entry) -> lifeOf(entry)))
                .build();
        this.returned = Counter.builder("haru.identity.stale")
                .description("Stale cache entries returned because the upstream service failed")
                .tag("cache", name)
                .register(meters);
        CaffeineCacheMetrics.monitor(meters, entries, name + "-stale", List.of());
    }

    /** Stores an entry that a revocation of its session can reach, unless a newer one is stored. */
    void put(K key, CacheEntry<V> entry) {
        if (entry.sessionId() != null && !settings.staleIfError().isZero()) {
            entries.asMap().merge(key, entry, (old, recent) -> recent.asOf() >= old.asOf() ? recent : old);
        }
    }

    void remove(K key) {
        entries.invalidate(key);
    }

    /** The entry after a failed look-up, which delays the next look-up of the key; null if there is none. */
    @Nullable LookupResult<V> afterFailure(K key) {
        CacheEntry<V> entry = get(key, _ -> true);
        if (entry == null) {
            return null;
        }
        entry.failUntil(tombstones.now() + PAUSE.toNanos());
        return new LookupResult<>(entry);
    }

    /** The entry of a key whose last look-up failed within {@link #PAUSE}; null if there is none. */
    @Nullable LookupResult<V> whileFailing(K key) {
        return resultOf(get(key, entry -> entry.isFailing(tombstones.now())));
    }

    /** The entry of a key whose last look-up failed at any time; null if there is none. */
    @Nullable LookupResult<V> afterAnyFailure(K key) {
        return resultOf(get(key, CacheEntry::hasFailed));
    }

    private @Nullable CacheEntry<V> get(K key, Predicate<CacheEntry<V>> condition) {
        CacheEntry<V> entry = entries.getIfPresent(key);
        if (entry == null
                || !condition.test(entry)
                || !tombstones.isListening()
                || entry.isExpired(clock.instant())
                || tombstones.now() - entry.asOf() >= settings.staleIfError().toNanos()
                || tombstones.on(entry.accountId(), entry.sessionId(), entry.asOf(), CacheEntry.NO_PROFILE)
                        != Verdict.VALID) {
            return null;
        }
        returned.increment();
        return entry;
    }

    private static <V> @Nullable LookupResult<V> resultOf(@Nullable CacheEntry<V> entry) {
        return entry == null ? null : new LookupResult<>(entry);
    }

    private Duration lifeOf(CacheEntry<V> entry) {
        long end = entry.readAt() + settings.staleIfError().toNanos();
        return Duration.ofNanos(Math.max(1, end - tombstones.now()));
    }
}
