package dev.haru.platform.identity;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Renews an aging entry in the background, so that no request waits for the look-up. */
final class EntryRenewal<K, V> {

    /** Minimum interval between two renewals of an entry. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final CacheSettings settings;
    private final Tombstones tombstones;
    private final SharedLookups<K, V> lookups;
    private final Predicate<Runnable> refresher;

    /** @param refresher runs a renewal in the background, or returns false if too many are running */
    EntryRenewal(
            CacheSettings settings, Tombstones tombstones, SharedLookups<K, V> lookups, Predicate<Runnable> refresher) {
        this.settings = settings;
        this.tombstones = tombstones;
        this.lookups = lookups;
        this.refresher = refresher;
    }

    /**
     * Starts a renewal if the entry is old enough and no look-up of the key is in progress.
     *
     * @param entry the entry of the key; null if the key has no owner, which is never renewed
     * @param load looks the key up and stores the result
     */
    void startIfDue(K key, @Nullable CacheEntry<V> entry, Supplier<LookupResult<V>> load) {
        long now = tombstones.now();
        if (entry == null
                || settings.refreshAfter().isZero()
                || now < entry.readAt() + settings.refreshAfter().toNanos()
                || entry.isBeingRenewed(now)) {
            return;
        }
        CompletableFuture<LookupResult<V>> own = new CompletableFuture<>();
        if (lookups.begin(key, own) != null) {
            return;
        }
        entry.renewUntil(now + PAUSE.toNanos());
        if (!refresher.test(() -> renew(key, own, load))) {
            lookups.end(key, own, new LookupResult<>(entry));
        }
    }

    private void renew(K key, CompletableFuture<LookupResult<V>> own, Supplier<LookupResult<V>> load) {
        try {
            lookups.end(key, own, load.get());
        } catch (RuntimeException | Error failure) {
            lookups.fail(key, own, failure);
        }
    }
}
