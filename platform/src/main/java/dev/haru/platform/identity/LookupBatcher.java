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
 * Puts look-ups that would stand in each other's way into one call (<em>natural batching</em>): as long as fewer than
 * {@link #CALLS} are under way, each asks for itself and at once; the next ones wait until one of these ends, and then
 * the first of them asks for all. So a quiet service makes the calls that it always made, and a pod that comes up cold
 * before many members asks its neighbour for dozens of them at a time. Who waits too long for that asks for itself. See
 * decision 039.
 */
public final class LookupBatcher<K, V> {

    private static final int CALLS = 2;

    /** Some times what a call takes: who has waited so long has a neighbour that hangs, and no use for others. */
    static final Duration PATIENCE = Duration.ofMillis(20);

    /** Fewer than what the services take at once. */
    private static final int MOST = 50;

    private final Duration patience;
    private final Function<Set<K>, Map<K, Optional<V>>> together;
    private final DistributionSummary sizes;
    private final Semaphore calls = new Semaphore(CALLS);
    private final Queue<Waiting<K, V>> waiting = new ConcurrentLinkedQueue<>();

    /**
     * A new batcher.
     *
     * @param patience how long a look-up waits for a call
     * @param together asks for many at once. Who is not among its answers is asked for alone. What it throws is thrown
     *     to all of them, so it must be nothing that a request writes to
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
     * What a neighbour answers in the order of the questions, by question. Without those that it left out, and without
     * any when it has another number of answers.
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

    /** The answer of a call of its own or of one for many; the former throws what {@code alone} throws. */
    public Optional<V> find(K key, Freshness freshness, Supplier<Optional<V>> alone) {
        if (freshness == Freshness.FRESH || WarmUpPass.isWarmUpCall()) {
            // Their calls say so, and that is not true of the others'.
            return alone.get();
        }
        if (calls.tryAcquire()) {
            return lead(key, 0, alone);
        }
        Waiting<K, V> own = new Waiting<>(key);
        waiting.add(own);
        if (calls.tryAcquire()) {
            // One has ended since, and may have seen nobody waiting.
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

    /** Asks for itself and so many others at most, and hands its call on. */
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

    /** The call at hand goes to the one who has waited longest, or is free. */
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

        /** Completed once, by who has a turn for it or by its own impatience: whoever comes first. */
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

        /** Whoever is told nothing asks for itself. */
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
