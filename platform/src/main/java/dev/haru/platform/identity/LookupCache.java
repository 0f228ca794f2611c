package dev.haru.platform.identity;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.timing.RequestTiming;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The implementation that all identity caches share, whatever their key: {@link CachedEntries} answer at once,
 * {@link SharedLookups} let concurrent requests for a key share one look-up, {@link StaleEntries} answer while the
 * upstream service fails, and {@link EntryRenewal} renews an aging entry in the background. The age of an entry counts
 * from its reading in the database, not from its arrival here.
 *
 * <p>Longer than 120 lines because the look-up of one key and of many keys share their steps.
 */
final class LookupCache<K, V> {

    /**
     * A revocation may make the first look-up stale. The next ones bypass all caches, so only a further revocation can.
     */
    private static final int ATTEMPTS = 3;

    private final String name;
    private final Tombstones tombstones;
    private final StaleEntries<K, V> stale;
    private final CachedEntries<K, V> entries;
    private final SharedLookups<K, V> lookups = new SharedLookups<>();
    private final EntryRenewal<K, V> renewal;
    private final LookupMetrics metrics;

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
        this.tombstones = tombstones;
        this.stale = new StaleEntries<>(name, settings, tombstones, ticker, clock, meters);
        this.entries = new CachedEntries<>(
                new CurrentEntries<>(name, settings, accountOf, tombstones, ticker, clock, meters), stale, tombstones);
        this.renewal = new EntryRenewal<>(settings, tombstones, lookups, refresher);
        this.metrics = new LookupMetrics(name, meters);
    }

    Optional<CachedIdentity<V>> find(K key, Freshness freshness, Lookup<V> lookup) {
        LookupResult<V> result;
        if (freshness == Freshness.FRESH) {
            result = load(key, freshness, lookup, "request");
        } else {
            @Nullable LookupResult<V> cached = entries.cached(key);
            if (cached == null) {
                result = findShared(key, lookup);
            } else {
                result = cached;
                RequestTiming.current().hit(name);
                // Bypasses the caches on the way, because their entries are as old as this one. See decision 011.
                renewal.startIfDue(key, cached.entry(), () -> load(key, Freshness.FRESH, lookup, "refresh"));
            }
        }
        return result.identity(tombstones.now());
    }

    /**
     * The entries of many keys; one look-up covers all keys that are not in the cache. The result lacks a key in three
     * cases: another request looks it up now, the look-up did not return it, or a revocation made its answer stale. The
     * caller must look up such a key alone.
     */
    Map<K, Optional<CachedIdentity<V>>> findAll(
            Collection<K> keys, Function<Set<K>, Map<K, Optional<CachedIdentity<V>>>> lookup) {
        Map<K, LookupResult<V>> results = new HashMap<>();
        Map<K, CompletableFuture<LookupResult<V>>> own = new HashMap<>();
        try {
            for (K key : keys) {
                @Nullable LookupResult<V> atOnce = entries.atOnce(key);
                CompletableFuture<LookupResult<V>> mine = new CompletableFuture<>();
                if (atOnce != null) {
                    results.put(key, atOnce);
                } else if (lookups.begin(key, mine) == null) {
                    own.put(key, mine);
                }
            }
            if (!keys.isEmpty() && results.size() == keys.size()) {
                RequestTiming.current().hit(name);
            }
            // Checked again, as in findShared().
            own.keySet().stream()
                    .filter(entries::containsCurrent)
                    .forEach(key -> putIfPresent(results, key, entries.cached(key)));
            Set<K> wanted = new HashSet<>(own.keySet());
            wanted.removeAll(results.keySet());
            if (!wanted.isEmpty()) {
                results.putAll(loadAll(wanted, lookup));
            }
            own.forEach((key, mine) -> lookups.end(key, mine, results.get(key)));
        } catch (RuntimeException | Error failure) {
            if (failure instanceof IdentityUnavailable) {
                own.keySet().stream()
                        .filter(key -> !results.containsKey(key))
                        .forEach(key -> putIfPresent(results, key, stale.afterFailure(key)));
            }
            own.forEach((key, mine) -> endAfterFailure(failure, key, mine, results.get(key)));
            if (!(failure instanceof IdentityUnavailable) || results.isEmpty()) {
                throw failure;
            }
        }
        long now = tombstones.now();
        Map<K, Optional<CachedIdentity<V>>> identities = HashMap.newHashMap(results.size());
        results.forEach((key, result) -> identities.put(key, result.identity(now)));
        return identities;
    }

    /** Waits for the look-up of another request, or makes one that other requests wait for. */
    private LookupResult<V> findShared(K key, Lookup<V> lookup) {
        @Nullable LookupResult<V> whileFailing = stale.whileFailing(key);
        if (whileFailing != null) {
            return whileFailing;
        }
        CompletableFuture<LookupResult<V>> own = new CompletableFuture<>();
        CompletableFuture<LookupResult<V>> other = lookups.begin(key, own);
        if (other != null) {
            // After a failed look-up only one request waits for the next look-up; the others use the stale entry.
            @Nullable LookupResult<V> afterFailure = stale.afterAnyFailure(key);
            return afterFailure != null
                    ? afterFailure
                    : orStale(key, () -> lookups.join(other, () -> findShared(key, lookup)));
        }
        try {
            // Checked again: another look-up may have ended between the cache miss and this point.
            @Nullable LookupResult<V> cached = entries.containsCurrent(key) ? entries.cached(key) : null;
            LookupResult<V> result =
                    cached != null ? cached : orStale(key, () -> load(key, Freshness.CACHED, lookup, "request"));
            lookups.end(key, own, result);
            return result;
        } catch (RuntimeException | Error failure) {
            lookups.fail(key, own, failure);
            throw failure;
        }
    }

    private LookupResult<V> orStale(K key, Supplier<LookupResult<V>> lookup) {
        try {
            return lookup.get();
        } catch (IdentityUnavailable unavailable) {
            @Nullable LookupResult<V> afterFailure = stale.afterFailure(key);
            if (afterFailure == null) {
                throw unavailable;
            }
            return afterFailure;
        }
    }

    /** Ends a look-up after a failure. Requests that wait for a key without a result receive the failure. */
    private void endAfterFailure(
            Throwable failure, K key, CompletableFuture<LookupResult<V>> own, @Nullable LookupResult<V> result) {
        if (result == null) {
            lookups.fail(key, own, failure);
        } else {
            lookups.end(key, own, result);
        }
    }

    private LookupResult<V> load(K key, Freshness first, Lookup<V> lookup, String trigger) {
        Freshness freshness = first;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            long begun = tombstones.now();
            Freshness wanted = freshness;
            Optional<CachedIdentity<V>> found = metrics.record(
                    () -> lookup.find(wanted), answer -> answer.isPresent() ? "known" : "unknown", trigger);
            @Nullable LookupResult<V> result = entries.store(key, found, begun);
            if (result != null) {
                return result;
            }
            freshness = Freshness.FRESH;
        }
        throw IdentityUnsettled.rightNow();
    }

    private Map<K, LookupResult<V>> loadAll(Set<K> keys, Function<Set<K>, Map<K, Optional<CachedIdentity<V>>>> lookup) {
        long begun = tombstones.now();
        Map<K, Optional<CachedIdentity<V>>> found = metrics.record(() -> lookup.apply(keys), _ -> "batch", "request");
        Map<K, LookupResult<V>> results = HashMap.newHashMap(found.size());
        found.forEach((key, owner) -> putIfPresent(results, key, entries.store(key, owner, begun)));
        return results;
    }

    private static <K, V> void putIfPresent(Map<K, LookupResult<V>> results, K key, @Nullable LookupResult<V> result) {
        if (result != null) {
            results.put(key, result);
        }
    }
}
