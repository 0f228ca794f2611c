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
 * A hash that waits for a thread, in the context of its request. Its time is the request's: waiting until its turn or
 * its refusal, hashing after that.
 */
final class Turn<T> {

    private final Supplier<T> hash;
    private final Function<Turn<T>, T> atItsTurn;
    private final Context context = Context.current();
    private final RequestTiming timing = RequestTiming.current();
    private final Span waiting = Spans.start("hash wait");
    private final long asked = System.nanoTime();
    private final AtomicBoolean waits = new AtomicBoolean(true);
    private final CompletableFuture<T> outcome = new CompletableFuture<>();

    /**
     * A turn that begins to wait now.
     *
     * @param atItsTurn what its thread does: {@link #hash}, or a refusal
     */
    Turn(Supplier<T> hash, Function<Turn<T>, T> atItsTurn) {
        this.hash = hash;
        this.atItsTurn = atItsTurn;
        timing.begin(Part.HASH_WAIT);
    }

    long waitedNanos() {
        return System.nanoTime() - asked;
    }

    /** What came of it; throws what it failed with. */
    T outcome() throws ExecutionException, InterruptedException {
        return outcome.get();
    }

    /** Runs it on this thread, unless its request no longer waits. */
    void run() {
        if (!endWait()) {
            return;
        }
        try (Scope _ = context.makeCurrent()) {
            outcome.complete(atItsTurn.apply(this));
        } catch (RuntimeException | Error failure) {
            outcome.completeExceptionally(failure);
        }
    }

    /** Hashes, as part of the request's time. */
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

    /** Its request no longer waits, so nothing is hashed when its turn comes. */
    void abandon() {
        endWait();
    }

    private boolean endWait() {
        if (!waits.getAndSet(false)) {
            return false;
        }
        timing.end(Part.HASH_WAIT);
        waiting.end();
        return true;
    }
}
