package dev.haru.platform.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.identity.Tombstones.Verdict;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The entries younger than the time to live, and the keys without an owner. Each read checks for revocations. */
final class CurrentEntries<K, V> {

    private final CacheSettings settings;
    private final Function<K, @Nullable UUID> accountOf;
    private final Tombstones tombstones;
    private final Clock clock;
    private final Cache<K, CacheEntry<V>> known;
    private final Cache<K, Long> unknown;

    /** @param accountOf the account that the key itself names; null if the key names none */
    CurrentEntries(
            String name,
            CacheSettings settings,
            Function<K, @Nullable UUID> accountOf,
            Tombstones tombstones,
            Ticker ticker,
            Clock clock,
            MeterRegistry meters) {
        this.settings = settings;
        this.accountOf = accountOf;
        this.tombstones = tombstones;
        this.clock = clock;
        this.known = builder(ticker, settings.size())
                .expireAfter(Expiry.<K, CacheEntry<V>>writing((_, entry) -> lifeOf(entry)))
                .build();
        this.unknown = builder(ticker, settings.unknownSize())
                .expireAfterWrite(settings.unknownTimeToLive())
                .build();
        CaffeineCacheMetrics.monitor(meters, known, name, List.of());
        CaffeineCacheMetrics.monitor(meters, unknown, name + "-unknown", List.of());
    }

    /** The entry of the key, of any {@link #verdict}; null if there is none. */
    @Nullable CacheEntry<V> get(K key) {
        return known.getIfPresent(key);
    }

    /** Whether the cache knows that the key has no owner. A key that names its account may get an owner later. */
    boolean isUnknown(K key) {
        Long asOf = unknown.getIfPresent(key);
        if (asOf == null) {
            return false;
        }
        UUID account = accountOf.apply(key);
        return account == null || tombstones.on(account, null, asOf, asOf) != Verdict.STALE;
    }

    /** Whether there is an entry, which may be stale. Counts as neither a hit nor a miss. */
    boolean contains(K key) {
        return known.asMap().containsKey(key) || unknown.asMap().containsKey(key);
    }

    Verdict verdict(CacheEntry<V> entry) {
        if (entry.isExpired(clock.instant())) {
            return Verdict.REVOKED;
        }
        Verdict verdict = tombstones.on(entry.accountId(), entry.sessionId(), entry.asOf(), entry.profileAsOf());
        boolean tooOld =
                tombstones.now() - entry.readAt() >= settings.timeToLive().toNanos();
        return verdict == Verdict.VALID && tooOld ? Verdict.STALE : verdict;
    }

    /** Stores an entry that a revocation can reach: by its session, or by the account that the key names. */
    void put(K key, CacheEntry<V> entry) {
        if (entry.sessionId() != null || accountOf.apply(key) != null) {
            known.put(key, entry);
        }
    }

    void putUnknown(K key, long asOf) {
        known.invalidate(key);
        unknown.put(key, asOf);
    }

    private Duration lifeOf(CacheEntry<V> entry) {
        long life = settings.timeToLive().toNanos();
        long jitter = life / 100 * settings.jitterPercent();
        long shortened = life - (jitter == 0 ? 0 : ThreadLocalRandom.current().nextLong(jitter));
        return Duration.ofNanos(Math.max(1, entry.readAt() + shortened - tombstones.now()));
    }

    /** A bounded Caffeine cache whose maintenance runs on the calling thread. */
    static Caffeine<Object, Object> builder(Ticker ticker, int size) {
        return Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .maximumSize(size)
                .recordStats();
    }
}
