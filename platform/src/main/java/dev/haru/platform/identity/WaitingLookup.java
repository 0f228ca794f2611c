package dev.haru.platform.identity;

import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.trace.Spans;
import io.opentelemetry.api.trace.SpanContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A look-up that waits in a {@link LookupBatcher} for its own call, or for the result of another look-up's call. */
final class WaitingLookup<K, V> {

    /** The end of the wait for a call. */
    enum Turn {
        /** The look-up makes the next call, for itself and for other waiting look-ups. */
        LEADS,
        /** Another look-up makes the call, and passes the result on. */
        FOLLOWS,
        /** The wait was too long, so the look-up makes a call for itself alone. */
        TIMED_OUT
    }

    private final K key;
    private final CompletableFuture<Turn> turn = new CompletableFuture<>();
    private final CompletableFuture<Optional<V>> answer = new CompletableFuture<>();
    private volatile SpanContext leader = SpanContext.getInvalid();

    WaitingLookup(K key) {
        this.key = key;
    }

    K key() {
        return key;
    }

    /** Ends the wait. Returns false if another look-up or the timeout has ended it already. */
    boolean assign(Turn next) {
        return turn.complete(next);
    }

    Turn turn(Duration maxWait) {
        return turn.completeOnTimeout(Turn.TIMED_OUT, maxWait.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    Optional<V> await(Supplier<Optional<V>> alone) {
        try {
            return Deadline.joined(answer, alone);
        } finally {
            Spans.link(leader);
        }
    }

    /** A look-up without an answer makes its own call. */
    void complete(Map<K, Optional<V>> answers, SpanContext leaderOfCall) {
        leader = leaderOfCall;
        if (answers.containsKey(key)) {
            answer.complete(answers.get(key));
        } else {
            answer.cancel(false);
        }
    }

    void fail(Throwable failure, SpanContext leaderOfCall) {
        leader = leaderOfCall;
        answer.completeExceptionally(failure);
    }
}
