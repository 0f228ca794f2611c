package dev.haru.auth.password;

import dev.haru.platform.timing.Part;
import dev.haru.platform.timing.RequestTiming;
import dev.haru.platform.trace.Spans;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A password hash in the queue, with the context of its request. The request's timing records the wait until the hash
 * begins or is refused, and then the hash.
 */
final class QueuedHash<T> {

    private final Supplier<T> hash;
    private final Function<QueuedHash<T>, T> task;
    private final Context context = Context.current();
    private final RequestTiming timing = RequestTiming.current();
    private final Span waiting = Spans.start("hash wait");
    private final long queuedAt = System.nanoTime();
    private final AtomicBoolean isWaiting = new AtomicBoolean(true);
    private final CompletableFuture<T> outcome = new CompletableFuture<>();

    /**
     * Begins to wait.
     *
     * @param task the work of the hashing thread: {@link #hash}, or a refusal
     */
    QueuedHash(Supplier<T> hash, Function<QueuedHash<T>, T> task) {
        this.hash = hash;
        this.task = task;
        timing.begin(Part.HASH_WAIT);
    }

    long waitedNanos() {
        return System.nanoTime() - queuedAt;
    }

    /** Waits for the result. Throws the exception with which the hash failed. */
    T outcome() throws ExecutionException, InterruptedException {
        return outcome.get();
    }

    /** Runs the task on this thread, unless the request no longer waits. */
    void run() {
        if (!endWait()) {
            return;
        }
        try (Scope _ = context.makeCurrent()) {
            outcome.complete(task.apply(this));
        } catch (RuntimeException | Error failure) {
            outcome.completeExceptionally(failure);
        }
    }

    /** Computes the hash, and adds its time to the request's timing. */
    T hash() {
        Span hashing = Spans.start("hash");
        timing.begin(Part.HASH);
        try (Scope _ = hashing.makeCurrent()) {
            return hash.get();
        } finally {
            timing.end(Part.HASH);
            hashing.end();
        }
    }

    void refuse(RuntimeException reason) {
        if (endWait()) {
            outcome.completeExceptionally(reason);
        }
    }

    /** Ends the wait of a request that gave up, so that its hash is not computed. */
    void abandon() {
        endWait();
    }

    private boolean endWait() {
        if (!isWaiting.getAndSet(false)) {
            return false;
        }
        timing.end(Part.HASH_WAIT);
        waiting.end();
        return true;
    }
}
