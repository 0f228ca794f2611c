package dev.haru.schedule.report;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.trace.Spans;
import dev.haru.schedule.report.ReportProperties.CacheProperties;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Caches computed values of members' periods until the member's day or week ends by the wall clock. Concurrent requests
 * for the same value share one computation. It runs on the thread of the first request and delays no request for
 * another value.
 */
final class ReportCache<V> {

    private final CacheProperties properties;
    private final CalendarVersions versions;
    private final AsyncCache<Key, CachedValue<V>> cache;
    private final Timer computations;

    ReportCache(CacheProperties properties, CalendarVersions versions, Clock clock, MeterRegistry meters) {
        this.properties = properties;
        this.versions = versions;
        this.cache = Caffeine.newBuilder()
                // The wall clock instead of System.nanoTime(): midnight follows the clock, even after it was set.
                .ticker(() -> nanos(clock.instant()))
                .executor(Runnable::run)
                .maximumSize(properties.size())
                .expireAfter(Expiry.<Key, CachedValue<V>>writing((_, entry) -> until(entry.expiresAt, clock.instant())))
                .recordStats()
                .buildAsync();
        CaffeineCacheMetrics.monitor(meters, cache.synchronous(), properties.name(), List.of());
        this.computations = Timer.builder("haru.reports.computations")
                .description("Reports computed after a cache miss")
                .tag("cache", properties.name())
                .register(meters);
    }

    /** Returns the cached value of a member's period, or computes it. A failed computation is not cached. */
    V get(UUID memberId, Period period, Instant now, Supplier<V> computation) {
        return load(memberId, period, now, computation).value;
    }

    @SuppressWarnings("ReferenceEquality") // The identity of the future shows which request computes.
    private CachedValue<V> load(UUID memberId, Period period, Instant now, Supplier<V> computation) {
        Key key = new Key(memberId, versions.of(memberId), period);
        CompletableFuture<CachedValue<V>> own = new CompletableFuture<>();
        CompletableFuture<CachedValue<V>> shared = cache.get(key, (_, _) -> own);
        if (shared == own) {
            compute(key, own, properties.lifetime().endOf(now, period.zone()), computation);
        }
        return Deadline.joined(shared, () -> load(memberId, period, now, computation));
    }

    String name() {
        return properties.name();
    }

    AsyncCache<Key, CachedValue<V>> entries() {
        return cache;
    }

    private void compute(Key key, CompletableFuture<CachedValue<V>> own, Instant expiresAt, Supplier<V> computation) {
        Span span = Spans.start("cache load " + name());
        try (Scope _ = span.makeCurrent()) {
            own.complete(new CachedValue<>(computations.record(computation), expiresAt));
        } catch (RuntimeException | Error failure) {
            cache.asMap().remove(key, own); // before the completion, so that a repeated request computes again
            own.completeExceptionally(Deadline.forOthers(failure));
        } finally {
            span.end();
        }
    }

    private static Duration until(Instant end, Instant now) {
        return end.isAfter(now) ? Duration.between(now, end) : Duration.ZERO;
    }

    private static long nanos(Instant instant) {
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }

    /**
     * The period contains the zone. After a move to another region, the member's requests therefore find no entry of
     * the old zone.
     */
    record Key(UUID memberId, long version, Period period) {}

    record CachedValue<V>(V value, Instant expiresAt) {}
}
