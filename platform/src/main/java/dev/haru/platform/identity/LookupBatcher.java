package dev.haru.platform.identity;

import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.trace.Spans;
import dev.haru.platform.warmup.WarmUpPass;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Combines concurrent look-ups into one call (<em>natural batching</em>). While fewer than {@link #CALLS} calls are
 * under way, each look-up makes its own call at once. Further look-ups wait until one of these calls ends. Then the
 * look-up that has waited longest makes one call for all of them. So a service under low load makes the same calls as
 * without batching, and a cold pod under high load looks up dozens of keys with one call. A look-up that waits too long
 * makes its own call. See decision 039.
 */
public final class LookupBatcher<K, V> {

    private static final int CALLS = 2;

    /**
     * Several times the duration of a call. After this wait the upstream service hangs, so waiting for a shared call is
     * no use.
     */
    static final Duration PATIENCE = Duration.ofMillis(20);

    /** Below the maximum that the upstream services accept in one call. */
    private static final int MOST = 50;

    private final Duration patience;
    private final Function<Set<K>, Map<K, Optional<V>>> together;
    private final DistributionSummary sizes;
    private final Semaphore calls = new Semaphore(CALLS);
    private final Queue<Waiting<K, V>> waiting = new ConcurrentLinkedQueue<>();

    /**
     * @param patience how long a look-up waits for a call
     * @param together looks up many keys with one call. A key that is missing in the result is looked up alone. All
     *     waiting requests receive the exception that it throws, so no request may modify that exception
     */
    LookupBatcher(
            String cache, Duration patience, Function<Set<K>, Map<K, Optional<V>>> together, MeterRegistry meters) {
        this.patience = patience;
        this.together = together;
        this.sizes = DistributionSummary.builder("haru.identity.batch")
                .description("Look-ups in one call to an upstream service")
                .tag("cache", cache)
                .register(meters);
    }

    /**
     * The answers of an upstream service by question, from lists in the same order. Questions with a null answer are
     * left out. If the numbers of questions and answers differ, the result is empty.
     */
    public static <K, A, V> Map<K, Optional<V>> byQuestion(
            List<K> questions, List<@Nullable A> answers, Function<A, Optional<V>> read) {
        Map<K, Optional<V>> found = HashMap.newHashMap(questions.size());
        for (int i = 0; i < questions.size() && questions.size() == answers.size(); i++) {
            @Nullable A answer = answers.get(i);
            if (answer != null) {
                found.put(questions.get(i), read.apply(answer));
            }
        }
        return found;
    }

    /**
     * The owner of a key, from a call of its own or from a shared call.
     *
     * @param alone looks up this key only; its exceptions are thrown as they are
     */
    public Optional<V> find(K key, Freshness freshness, Supplier<Optional<V>> alone) {
        if (freshness == Freshness.FRESH || WarmUpPass.isWarmUpCall()) {
            // These calls carry a header of their own, which must not apply to other look-ups.
            return alone.get();
        }
        if (calls.tryAcquire()) {
            return lead(key, 0, alone);
        }
        Waiting<K, V> own = new Waiting<>(key);
        waiting.add(own);
        if (calls.tryAcquire()) {
            // A call has ended in between, perhaps before this look-up was in the queue.
            passOn();
        }
        return switch (own.turn(patience)) {
            case LEADS -> lead(key, MOST - 1, alone);
            case FOLLOWS -> own.told(() -> askAlone(alone));
            case GOES_ALONE -> {
                waiting.remove(own);
                yield askAlone(alone);
            }
        };
    }

    /** Looks up the key and at most this many waiting keys in one call, then passes the permit on. */
    private Optional<V> lead(K key, int most, Supplier<Optional<V>> alone) {
        try {
            List<Waiting<K, V>> followers = followers(most);
            if (!followers.isEmpty()) {
                Map<K, Optional<V>> answers = askForAll(key, followers);
                if (answers.containsKey(key)) {
                    return answers.get(key);
                }
            }
            return askAlone(alone);
        } finally {
            passOn();
        }
    }

    private Optional<V> askAlone(Supplier<Optional<V>> alone) {
        sizes.record(1);
        return alone.get();
    }

    private Map<K, Optional<V>> askForAll(K key, List<Waiting<K, V>> followers) {
        SpanContext asker = Span.current().getSpanContext();
        try {
            sizes.record(1 + followers.size());
            Set<K> keys = LinkedHashSet.newLinkedHashSet(1 + followers.size());
            keys.add(key);
            followers.forEach(follower -> keys.add(follower.key));
            Map<K, Optional<V>> answers = together.apply(keys);
            followers.forEach(follower -> follower.tell(answers, asker));
            return answers;
        } catch (RuntimeException | Error failure) {
            Throwable shared = Deadline.forOthers(failure);
            followers.forEach(follower -> follower.fail(shared, asker));
            throw failure;
        }
    }

    private List<Waiting<K, V>> followers(int most) {
        List<Waiting<K, V>> followers = new ArrayList<>();
        @Nullable Waiting<K, V> next;
        while (followers.size() < most && (next = waiting.poll()) != null) {
            if (next.turn.complete(Turn.FOLLOWS)) {
                followers.add(next);
            }
        }
        return followers;
    }

    /** Passes the permit to the look-up that has waited longest, or releases it. */
    private void passOn() {
        do {
            @Nullable Waiting<K, V> next;
            while ((next = waiting.poll()) != null) {
                if (next.turn.complete(Turn.LEADS)) {
                    return;
                }
            }
            calls.release();
        } while (!waiting.isEmpty() && calls.tryAcquire());
    }

    int callsFree() {
        return calls.availablePermits();
    }

    int waiting() {
        return waiting.size();
    }

    private enum Turn {
        LEADS,
        FOLLOWS,
        GOES_ALONE
    }

    private static final class Waiting<K, V> {

        final K key;

        /** Completed once: by another look-up, or by the timeout of this one. */
        final CompletableFuture<Turn> turn = new CompletableFuture<>();

        private final CompletableFuture<Optional<V>> answer = new CompletableFuture<>();
        private volatile SpanContext asker = SpanContext.getInvalid();

        Waiting(K key) {
            this.key = key;
        }

        Turn turn(Duration patience) {
            return turn.completeOnTimeout(Turn.GOES_ALONE, patience.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }

        Optional<V> told(Supplier<Optional<V>> alone) {
            try {
                return Deadline.joined(answer, alone);
            } finally {
                Spans.link(asker);
            }
        }

        /** A look-up without an answer makes its own call. */
        void tell(Map<K, Optional<V>> answers, SpanContext by) {
            asker = by;
            if (answers.containsKey(key)) {
                answer.complete(answers.get(key));
            } else {
                answer.cancel(false);
            }
        }

        void fail(Throwable failure, SpanContext by) {
            asker = by;
            answer.completeExceptionally(failure);
        }
    }
}
