package dev.haru.platform.identity;

import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.identity.WaitingLookup.Turn;
import dev.haru.platform.warmup.WarmUpContext;
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
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Combines concurrent look-ups into one call (<em>natural batching</em>). While fewer than {@link #MAX_CALLS} calls are
 * under way, each look-up makes its own call at once. Further look-ups wait until one of these calls ends. Then the
 * look-up that has waited longest makes one call for all of them. So a service under low load makes the same calls as
 * without batching. A cold pod under high load looks up dozens of keys with one call. A look-up that waits too long
 * makes its own call. See decision 039.
 *
 * <p>Longer than 120 lines because all rules for the permits of calls stand together.
 */
public final class LookupBatcher<K, V> {

    private static final int MAX_CALLS = 2;

    /**
     * Several times the duration of a call. After this wait the upstream service hangs, so waiting for a shared call is
     * no use.
     */
    static final Duration MAX_WAIT = Duration.ofMillis(20);

    /** Below the maximum that the upstream services accept in one call. */
    private static final int MAX_BATCH = 50;

    private final Duration maxWait;
    private final Function<Set<K>, Map<K, Optional<V>>> batchLookup;
    private final DistributionSummary sizes;
    private final Semaphore calls = new Semaphore(MAX_CALLS);
    private final Queue<WaitingLookup<K, V>> waiting = new ConcurrentLinkedQueue<>();

    /**
     * @param maxWait how long a look-up waits for a call
     * @param batchLookup looks up many keys with one call. A key that is missing in the result is looked up alone. All
     *     waiting requests receive the exception that it throws, so no request may modify that exception
     */
    LookupBatcher(
            String cache, Duration maxWait, Function<Set<K>, Map<K, Optional<V>>> batchLookup, MeterRegistry meters) {
        this.maxWait = maxWait;
        this.batchLookup = batchLookup;
        this.sizes = DistributionSummary.builder("haru.identity.batch")
                .description("Look-ups in one call to an upstream service")
                .tag("cache", cache)
                .register(meters);
    }

    /**
     * The answers of an upstream service by key, from lists in the same order. Keys with a null answer are left out. If
     * the numbers of keys and answers differ, the result is empty.
     */
    public static <K, A, V> Map<K, Optional<V>> byKey(
            List<K> keys, List<@Nullable A> answers, Function<A, Optional<V>> read) {
        Map<K, Optional<V>> found = HashMap.newHashMap(keys.size());
        for (int i = 0; i < keys.size() && keys.size() == answers.size(); i++) {
            @Nullable A answer = answers.get(i);
            if (answer != null) {
                found.put(keys.get(i), read.apply(answer));
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
        if (freshness == Freshness.FRESH || !WarmUpContext.sharesLookups()) {
            // These calls carry a header of their own, which must not apply to other look-ups.
            return alone.get();
        }
        if (calls.tryAcquire()) {
            return lead(key, 0, alone);
        }
        WaitingLookup<K, V> own = new WaitingLookup<>(key);
        waiting.add(own);
        if (calls.tryAcquire()) {
            // A call has ended in between, perhaps before this look-up was in the queue.
            passOn();
        }
        return switch (own.turn(maxWait)) {
            case LEADS -> lead(key, MAX_BATCH - 1, alone);
            case FOLLOWS -> own.await(() -> lookUpAlone(alone));
            case TIMED_OUT -> {
                waiting.remove(own);
                yield lookUpAlone(alone);
            }
        };
    }

    /** Looks up the key and at most this many waiting keys in one call, then passes the permit on. */
    private Optional<V> lead(K key, int most, Supplier<Optional<V>> alone) {
        try {
            List<WaitingLookup<K, V>> followers = followers(most);
            if (!followers.isEmpty()) {
                Map<K, Optional<V>> answers = lookUpAll(key, followers);
                if (answers.containsKey(key)) {
                    return answers.get(key);
                }
            }
            return lookUpAlone(alone);
        } finally {
            passOn();
        }
    }

    private Optional<V> lookUpAlone(Supplier<Optional<V>> alone) {
        sizes.record(1);
        return alone.get();
    }

    private Map<K, Optional<V>> lookUpAll(K key, List<WaitingLookup<K, V>> followers) {
        SpanContext leader = Span.current().getSpanContext();
        try {
            sizes.record(1 + followers.size());
            Set<K> keys = LinkedHashSet.newLinkedHashSet(1 + followers.size());
            keys.add(key);
            followers.forEach(follower -> keys.add(follower.key()));
            Map<K, Optional<V>> answers = batchLookup.apply(keys);
            followers.forEach(follower -> follower.complete(answers, leader));
            return answers;
        } catch (RuntimeException | Error failure) {
            Throwable shared = Deadline.forOthers(failure);
            followers.forEach(follower -> follower.fail(shared, leader));
            throw failure;
        }
    }

    private List<WaitingLookup<K, V>> followers(int most) {
        List<WaitingLookup<K, V>> followers = new ArrayList<>();
        @Nullable WaitingLookup<K, V> next;
        while (followers.size() < most && (next = waiting.poll()) != null) {
            if (next.assign(Turn.FOLLOWS)) {
                followers.add(next);
            }
        }
        return followers;
    }

    /** Passes the permit to the look-up that has waited longest, or releases it. */
    private void passOn() {
        do {
            @Nullable WaitingLookup<K, V> next;
            while ((next = waiting.poll()) != null) {
                if (next.assign(Turn.LEADS)) {
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
}
