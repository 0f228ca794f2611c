package dev.haru.platform.identity;

import dev.haru.platform.deadline.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The look-ups in progress, at most one for each key. Concurrent requests for the key wait for its result. */
final class SharedLookups<K, V> {

    private final ConcurrentMap<K, CompletableFuture<LookupResult<V>>> inProgress = new ConcurrentHashMap<>();

    /** Registers a look-up. Returns the one already in progress for this key, or null if there is none. */
    @Nullable CompletableFuture<LookupResult<V>> begin(K key, CompletableFuture<LookupResult<V>> own) {
        return inProgress.putIfAbsent(key, own);
    }

    /** Ends a look-up. Without a result, each waiting request makes its own look-up. */
    void end(K key, CompletableFuture<LookupResult<V>> own, @Nullable LookupResult<V> result) {
        inProgress.remove(key, own);
        if (result == null) {
            own.cancel(false);
        } else {
            own.complete(result);
        }
    }

    /** Ends a look-up with a failure. Its removal comes first, so that a retry starts or finds another look-up. */
    void fail(K key, CompletableFuture<LookupResult<V>> own, Throwable failure) {
        inProgress.remove(key, own);
        own.completeExceptionally(Deadline.forOthers(failure));
    }

    /**
     * Waits for the result of another request's look-up, until this request's deadline.
     *
     * @param again this request's own look-up, if the other one was cancelled or exceeded its deadline
     */
    LookupResult<V> join(CompletableFuture<LookupResult<V>> other, Supplier<LookupResult<V>> again) {
        try {
            return Deadline.joined(other, again);
        } catch (IdentityUnsettled shared) {
            // Each problem carries the trace id of its own request, so each request gets its own exception.
            throw IdentityUnsettled.rightNow();
        }
    }
}
