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
 * Remembers what was computed about members' periods until their day or week ends, by the wall clock. Those who ask for
 * the same at once share one computation, which runs on the thread of the first and holds up nobody else.
 */
final class ReportCache<V> {

    private final CacheProperties properties;
    private final CalendarVersions versions;
    private final AsyncCache<Key, Remembered<V>> cache;
    private final Timer computations;

    ReportCache(CacheProperties properties, CalendarVersions versions, Clock clock, MeterRegistry meters) {
        this.properties = properties;
        this.versions = versions;
        this.cache = Caffeine.newBuilder()
                // Not the machine's nanoseconds: midnight is when the clock says so, also after it was set.
                .ticker(() -> nanos(clock.instant()))
                .executor(Runnable::run)
                .maximumSize(properties.size())
                .expireAfter(Expiry.<Key, Remembered<V>>writing((_, entry) -> until(entry.diesAt, clock.instant())))
                .recordStats()
                .buildAsync();
        CaffeineCacheMetrics.monitor(meters, cache.synchronous(), properties.name(), List.of());
        this.computations = Timer.builder("haru.reports.computations")
                .description("Reports computed after a cache miss")
                .tag("cache", properties.name())
                .register(meters);
    }

    /** What is remembered about a member's period, or else computed now. What the computation throws is not kept. */
    V get(UUID memberId, Period period, Instant now, Supplier<V> computation) {
        return remembered(memberId, period, now, computation).value;
    }

    @SuppressWarnings("ReferenceEquality") // Which future it is tells whose turn it is.
    private Remembered<V> remembered(UUID memberId, Period period, Instant now, Supplier<V> computation) {
        Key key = new Key(memberId, versions.of(memberId), period);
        CompletableFuture<Remembered<V>> own = new CompletableFuture<>();
        CompletableFuture<Remembered<V>> shared = cache.get(key, (_, _) -> own);
        if (shared == own) {
            compute(key, own, properties.lifetime().endOf(now, period.zone()), computation);
        }
        return Deadline.joined(shared, () -> remembered(memberId, period, now, computation));
    }

    String name() {
        return properties.name();
    }

    AsyncCache<Key, Remembered<V>> entries() {
        return cache;
    }

    private void compute(Key key, CompletableFuture<Remembered<V>> own, Instant diesAt, Supplier<V> computation) {
        Span span = Spans.start("cache load " + name());
        try (Scope _ = span.makeCurrent()) {
            own.complete(new Remembered<>(computations.record(computation), diesAt));
        } catch (RuntimeException | Error failure) {
            cache.asMap().remove(key, own); // first, so that who asks again computes anew
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

    /** The zone is in the period: who moves to another region finds nothing by the old one's days. */
    record Key(UUID memberId, long version, Period period) {}

    record Remembered<V>(V value, Instant diesAt) {}
}
