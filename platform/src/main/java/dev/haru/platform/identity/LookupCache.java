package dev.haru.platform.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.identity.Tombstones.Verdict;
import dev.haru.platform.timing.RequestTiming;
import dev.haru.platform.trace.Spans;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The implementation that all identity caches share, whatever their key. An entry is valid while it is not revoked and
 * is younger than the time to live. Its age counts from the reading in the database, not from its arrival here.
 * Concurrent requests for the same key share one look-up.
 */
final class LookupCache<K, V> {

    /**
     * A revocation may make the first look-up stale. The next ones bypass all caches, so only a further revocation can.
     */
    private static final int ATTEMPTS = 3;

    /** Minimum interval between two look-ups of one key while the upstream service fails, and between two renewals. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final String name;
    private final CacheSettings settings;
    private final Function<K, @Nullable UUID> accountOf;
    private final Tombstones tombstones;
    private final Predicate<Runnable> refresher;
    private final Clock clock;
    private final MeterRegistry meters;
    private final Counter stale;
    private final Cache<K, Entry<V>> known;
    private final Cache<K, Entry<V>> fallback;
    private final Cache<K, Long> unknown;
    private final ConcurrentMap<K, CompletableFuture<Answer<V>>> lookups = new ConcurrentHashMap<>();

    /** @param accountOf the account that the key itself names; null if the key names none */
    LookupCache(
            String name,
            CacheSettings settings,
            Function<K, @Nullable UUID> accountOf,
            Tombstones tombstones,
            Predicate<Runnable> refresher,
            Ticker ticker,
            Clock clock,
            MeterRegistry meters) {
        this.name = name;
        this.settings = settings;
        this.accountOf = accountOf;
        this.tombstones = tombstones;
        this.refresher = refresher;
        this.clock = clock;
        this.meters = meters;
        this.known = builder(ticker, settings.size())
                .expireAfter(Expiry.<K, Entry<V>>writing((_, entry) -> lifeOf(entry)))
                .build();
        this.fallback = builder(ticker, settings.size())
                .expireAfter(Expiry.<K, Entry<V>>writing((_, entry) -> until(entry, settings.staleIfError())))
                .build();
        this.unknown = builder(ticker, settings.unknownSize())
                .expireAfterWrite(settings.unknownTimeToLive())
                .build();
        this.stale = Counter.builder("haru.identity.stale")
                .description("Stale cache entries returned because the upstream service failed")
                .tag("cache", name)
                .register(meters);
        CaffeineCacheMetrics.monitor(meters, known, name, List.of());
        CaffeineCacheMetrics.monitor(meters, unknown, name + "-unknown", List.of());
        CaffeineCacheMetrics.monitor(meters, fallback, name + "-stale", List.of());
    }

    Optional<CachedIdentity<V>> find(K key, Freshness freshness, Lookup<V> lookup) {
        Answer<V> answer;
        if (freshness == Freshness.FRESH) {
            answer = load(key, freshness, lookup, "request");
        } else {
            @Nullable Answer<V> remembered = remembered(key);
            if (remembered == null) {
                answer = shared(key, lookup);
            } else {
                answer = remembered;
                RequestTiming.current().hit(name);
                refreshAhead(key, answer.owner(), lookup);
            }
        }
        return answer.identified(tombstones.now());
    }

    /**
     * The entries of many keys; one look-up covers all keys that are not in the cache. The result lacks a key in three
     * cases: another request looks it up now, the look-up did not return it, or a revocation made its answer stale. The
     * caller must look up such a key alone.
     */
    Map<K, Optional<CachedIdentity<V>>> findAll(
            Collection<K> keys, Function<Set<K>, Map<K, Optional<CachedIdentity<V>>>> lookup) {
        Map<K, Answer<V>> answers = new HashMap<>();
        Map<K, CompletableFuture<Answer<V>>> own = new HashMap<>();
        try {
            for (K key : keys) {
                @Nullable Answer<V> atOnce = atOnce(key);
                if (atOnce != null) {
                    answers.put(key, atOnce);
                } else {
                    CompletableFuture<Answer<V>> mine = new CompletableFuture<>();
                    if (lookups.putIfAbsent(key, mine) == null) {
                        own.put(key, mine);
                    }
                }
            }
            if (!keys.isEmpty() && answers.size() == keys.size()) {
                RequestTiming.current().hit(name);
            }
            // Checked again, as in shared().
            own.keySet().stream().filter(this::isRemembered).forEach(key -> putIfKnown(answers, key, remembered(key)));
            Set<K> wanted = new HashSet<>(own.keySet());
            wanted.removeAll(answers.keySet());
            if (!wanted.isEmpty()) {
                answers.putAll(loadAll(wanted, lookup));
            }
            own.forEach((key, mine) -> end(key, mine, answers.get(key)));
        } catch (RuntimeException | Error failure) {
            if (failure instanceof IdentityUnavailable) {
                own.keySet().stream()
                        .filter(key -> !answers.containsKey(key))
                        .forEach(key -> putIfKnown(answers, key, staleAfterFailure(key)));
            }
            own.forEach((key, mine) -> endAfter(failure, key, mine, answers.get(key)));
            if (!(failure instanceof IdentityUnavailable) || answers.isEmpty()) {
                throw failure;
            }
        }
        long now = tombstones.now();
        Map<K, Optional<CachedIdentity<V>>> identified = HashMap.newHashMap(answers.size());
        answers.forEach((key, answer) -> identified.put(key, answer.identified(now)));
        return identified;
    }

    /** The answer that needs no look-up; null if there is none. */
    private @Nullable Answer<V> atOnce(K key) {
        @Nullable Answer<V> remembered = remembered(key);
        return remembered != null ? remembered : failedJustNow(key);
    }

    /** Ends a look-up. If it has no answer, each waiting request makes its own. */
    private void end(K key, CompletableFuture<Answer<V>> own, @Nullable Answer<V> answer) {
        lookups.remove(key, own);
        if (answer == null) {
            own.cancel(false);
        } else {
            own.complete(answer);
        }
    }

    /** Ends a look-up after a failure. Requests that wait for a key without an answer receive the failure. */
    private void endAfter(Throwable failure, K key, CompletableFuture<Answer<V>> own, @Nullable Answer<V> answer) {
        if (answer == null) {
            fail(key, own, failure);
        } else {
            end(key, own, answer);
        }
    }

    /** The valid answer in the cache; null if there is none. */
    private @Nullable Answer<V> remembered(K key) {
        Entry<V> entry = known.getIfPresent(key);
        if (entry == null) {
            return isNobody(key) ? Answer.nobody() : null;
        }
        return switch (verdictOn(entry)) {
            case VALID -> new Answer<>(entry);
            case STALE -> null;
            case REVOKED -> nobody(key, tombstones.now());
        };
    }

    private boolean isNobody(K key) {
        Long asOf = unknown.getIfPresent(key);
        if (asOf == null) {
            return false;
        }
        UUID account = accountOf.apply(key);
        return account == null || tombstones.on(account, null, asOf, asOf) != Verdict.STALE;
    }

    private Answer<V> shared(K key, Lookup<V> lookup) {
        @Nullable Answer<V> failedJustNow = failedJustNow(key);
        if (failedJustNow != null) {
            return failedJustNow;
        }
        CompletableFuture<Answer<V>> own = new CompletableFuture<>();
        CompletableFuture<Answer<V>> other = lookups.putIfAbsent(key, own);
        if (other != null) {
            // After a failed look-up only one request waits for the next look-up; the others use the stale entry.
            @Nullable Answer<V> failedBefore = stale(key, entry -> entry.failedUntil != Entry.NEVER);
            return failedBefore != null ? failedBefore : orStale(key, () -> joined(other, () -> shared(key, lookup)));
        }
        try {
            // Checked again: another look-up may have ended between the cache miss and this point.
            @Nullable Answer<V> remembered = isRemembered(key) ? remembered(key) : null;
            Answer<V> answer = remembered != null
                    ? remembered
                    : orStale(key, () -> load(key, Freshness.CACHED, lookup, "request"));
            end(key, own, answer);
            return answer;
        } catch (RuntimeException | Error failure) {
            fail(key, own, failure);
            throw failure;
        }
    }

    private boolean isRemembered(K key) {
        return known.asMap().containsKey(key) || unknown.asMap().containsKey(key);
    }

    /** Ends a look-up with a failure. Its removal comes first, so that a retry starts or finds another look-up. */
    private void fail(K key, CompletableFuture<Answer<V>> own, Throwable failure) {
        lookups.remove(key, own);
        own.completeExceptionally(Deadline.forOthers(failure));
    }

    private Answer<V> joined(CompletableFuture<Answer<V>> lookup, Supplier<Answer<V>> again) {
        try {
            return Deadline.joined(lookup, again);
        } catch (IdentityUnsettled shared) {
            // Each problem carries the trace id of its own request, so each request gets its own exception.
            throw IdentityUnsettled.rightNow();
        }
    }

    private Answer<V> orStale(K key, Supplier<Answer<V>> question) {
        try {
            return question.get();
        } catch (IdentityUnavailable unavailable) {
            @Nullable Answer<V> stale = staleAfterFailure(key);
            if (stale == null) {
                throw unavailable;
            }
            return stale;
        }
    }

    private @Nullable Answer<V> staleAfterFailure(K key) {
        @Nullable Answer<V> stale = stale(key, entry -> true);
        if (stale != null && stale.owner() != null) {
            stale.owner().failedUntil = tombstones.now() + PAUSE.toNanos();
        }
        return stale;
    }

    private @Nullable Answer<V> failedJustNow(K key) {
        return stale(key, entry -> entry.failedUntil > tombstones.now());
    }

    /**
     * The stale entry for use while the upstream service fails: it was valid recently and is not revoked; null if there
     * is none. Without a subscription to revocations the result is null, because this process could have missed the one
     * that ends the entry. A profile change does not exclude an entry: its owner may still use the service.
     */
    private @Nullable Answer<V> stale(K key, Predicate<Entry<V>> wanted) {
        Entry<V> entry = fallback.getIfPresent(key);
        if (entry == null
                || !wanted.test(entry)
                || !tombstones.isListening()
                || !clock.instant().isBefore(entry.expiresAt)
                || tombstones.now() - entry.asOf >= settings.staleIfError().toNanos()
                || tombstones.on(entry.accountId, entry.sessionId, entry.asOf, Entry.NO_PROFILE) != Verdict.VALID) {
            return null;
        }
        stale.increment();
        return new Answer<>(entry);
    }

    private Answer<V> load(K key, Freshness first, Lookup<V> lookup, String trigger) {
        Freshness freshness = first;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            long begun = tombstones.now();
            Freshness wanted = freshness;
            Optional<CachedIdentity<V>> found =
                    timed(() -> lookup.find(wanted), answer -> answer.isPresent() ? "known" : "unknown", trigger);
            @Nullable Answer<V> answer = settled(key, found, begun);
            if (answer != null) {
                return answer;
            }
            freshness = Freshness.FRESH;
        }
        throw IdentityUnsettled.rightNow();
    }

    private Map<K, Answer<V>> loadAll(Set<K> keys, Function<Set<K>, Map<K, Optional<CachedIdentity<V>>>> lookup) {
        long begun = tombstones.now();
        Map<K, Optional<CachedIdentity<V>>> found = timed(() -> lookup.apply(keys), _ -> "batch", "request");
        Map<K, Answer<V>> answers = HashMap.newHashMap(found.size());
        found.forEach((key, owner) -> putIfKnown(answers, key, settled(key, owner, begun)));
        return answers;
    }

    private static <K, V> void putIfKnown(Map<K, Answer<V>> answers, K key, @Nullable Answer<V> answer) {
        if (answer != null) {
            answers.put(key, answer);
        }
    }

    /** The answer of a look-up, stored in the cache where permitted; null if a change has made it stale. */
    private @Nullable Answer<V> settled(K key, Optional<CachedIdentity<V>> found, long begun) {
        if (found.isEmpty()) {
            return nobody(key, begun);
        }
        // The answer was read from the database at this time or later: the start of the look-up minus the answer's age.
        Entry<V> entry = new Entry<>(found.get(), begun);
        return switch (verdictOn(entry)) {
            case VALID -> {
                keep(key, entry);
                yield new Answer<>(entry);
            }
            case REVOKED -> nobody(key, begun);
            case STALE -> {
                // Kept for an outage: the upstream service may have had no newer answer, and may fail the next time.
                keepForOutage(key, entry);
                yield null;
            }
        };
    }

    private <T> T timed(Supplier<T> lookup, Function<T, String> outcomeOf, String trigger) {
        long start = System.nanoTime();
        String outcome = "failed";
        Span span = Spans.start("cache load " + name);
        try (Scope _ = span.makeCurrent()) {
            T answer = lookup.get();
            outcome = outcomeOf.apply(answer);
            return answer;
        } finally {
            Timer.builder("haru.identity.load")
                    .description("Look-ups that missed the cache")
                    .tag("cache", name)
                    .tag("outcome", outcome)
                    .tag("trigger", trigger)
                    .register(meters)
                    .record(Duration.ofNanos(System.nanoTime() - start));
            span.setAttribute("haru.outcome", outcome).end();
        }
    }

    private void refreshAhead(K key, @Nullable Entry<V> entry, Lookup<V> lookup) {
        long now = tombstones.now();
        if (entry == null
                || settings.refreshAfter().isZero()
                || now < entry.readAt + settings.refreshAfter().toNanos()
                || now < entry.renewedUntil) {
            return;
        }
        CompletableFuture<Answer<V>> own = new CompletableFuture<>();
        if (lookups.putIfAbsent(key, own) != null) {
            return;
        }
        entry.renewedUntil = now + PAUSE.toNanos();
        if (!refresher.test(() -> refresh(key, lookup, own))) {
            end(key, own, new Answer<>(entry));
        }
    }

    private void refresh(K key, Lookup<V> lookup, CompletableFuture<Answer<V>> own) {
        try {
            // Bypasses the caches on the way, because their entries are as old as this one. See decision 011.
            end(key, own, load(key, Freshness.FRESH, lookup, "refresh"));
        } catch (RuntimeException | Error failure) {
            fail(key, own, failure);
        }
    }

    private Verdict verdictOn(Entry<V> entry) {
        if (!clock.instant().isBefore(entry.expiresAt)) {
            return Verdict.REVOKED;
        }
        Verdict verdict = tombstones.on(entry.accountId, entry.sessionId, entry.asOf, entry.profileAsOf);
        boolean tooOld =
                tombstones.now() - entry.readAt >= settings.timeToLive().toNanos();
        return verdict == Verdict.VALID && tooOld ? Verdict.STALE : verdict;
    }

    private void keep(K key, Entry<V> entry) {
        if (entry.sessionId != null || accountOf.apply(key) != null) {
            known.put(key, entry);
        }
        keepForOutage(key, entry);
    }

    private void keepForOutage(K key, Entry<V> entry) {
        if (entry.sessionId != null && !settings.staleIfError().isZero()) {
            fallback.asMap().merge(key, entry, (old, recent) -> recent.asOf >= old.asOf ? recent : old);
        }
    }

    private Answer<V> nobody(K key, long asOf) {
        known.invalidate(key);
        fallback.invalidate(key);
        unknown.put(key, asOf);
        return Answer.nobody();
    }

    private Duration lifeOf(Entry<V> entry) {
        long life = settings.timeToLive().toNanos();
        long jitter = life / 100 * settings.jitterPercent();
        return until(
                entry,
                Duration.ofNanos(
                        life - (jitter == 0 ? 0 : ThreadLocalRandom.current().nextLong(jitter))));
    }

    private Duration until(Entry<V> entry, Duration age) {
        return Duration.ofNanos(Math.max(1, entry.readAt + age.toNanos() - tombstones.now()));
    }

    private static Caffeine<Object, Object> builder(Ticker ticker, int size) {
        return Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .maximumSize(size)
                .recordStats();
    }

    /** The owner of a key; null: the key has no owner. */
    private record Answer<V>(@Nullable Entry<V> owner) {

        static <V> Answer<V> nobody() {
            return new Answer<>(null);
        }

        Optional<CachedIdentity<V>> identified(long now) {
            return owner == null ? Optional.empty() : Optional.of(owner.identified(now));
        }
    }

    /** The answer of a look-up, with the times of {@link Tombstones#now()} at which it was certainly true. */
    private static final class Entry<V> {

        static final long NEVER = Long.MIN_VALUE;

        /** Later than any profile change. */
        static final long NO_PROFILE = Long.MAX_VALUE;

        final V value;
        final UUID accountId;
        final @Nullable UUID sessionId;
        final Instant expiresAt;
        final long asOf;
        final long profileAsOf;

        /** The earlier of {@link #asOf} and {@link #profileAsOf}. */
        final long readAt;

        /** Until this time no request calls the upstream service for this key, because the last call failed. */
        volatile long failedUntil = NEVER;

        /** Until this time no request renews the entry. */
        volatile long renewedUntil = NEVER;

        Entry(CachedIdentity<V> answer, long begun) {
            this.value = answer.value();
            this.accountId = answer.accountId();
            this.sessionId = answer.sessionId();
            this.expiresAt = answer.expiresAt();
            this.asOf = begun - answer.age().toNanos();
            this.profileAsOf = answer.profileAge() == null
                    ? NO_PROFILE
                    : begun - answer.profileAge().toNanos();
            this.readAt = Math.min(asOf, profileAsOf);
        }

        CachedIdentity<V> identified(long now) {
            return new CachedIdentity<>(
                    value,
                    accountId,
                    sessionId,
                    expiresAt,
                    Duration.ofNanos(Math.max(0, now - asOf)),
                    profileAsOf == NO_PROFILE ? null : Duration.ofNanos(Math.max(0, now - profileAsOf)));
        }
    }
}
