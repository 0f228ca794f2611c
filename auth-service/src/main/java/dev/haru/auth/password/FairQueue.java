package dev.haru.auth.password;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A queue that serves its flows in turn, one entry each (<a href="https://doi.org/10.1109/90.502236">deficit round
 * robin</a> with entries of equal cost). When the queue is full, an entry of a short flow displaces one of the longest
 * flow. Not thread-safe.
 *
 * @param <F> the key of a flow
 * @param <E> the entries
 */
final class FairQueue<F, E> {

    /** The flows, the next one to serve first. No flow in this map is empty. */
    private final LinkedHashMap<F, Deque<E>> flows = new LinkedHashMap<>();

    private int size;

    int size() {
        return size;
    }

    /**
     * Adds an entry at the end of its flow.
     *
     * @param bound maximum of entries in the queue
     * @return the rejected entry: the offered one, or the newest entry of the longest flow; null if the queue rejects
     *     none
     */
    @Nullable E offer(F flow, E entry, int bound) {
        E displaced = null;
        if (size >= bound) {
            Map.Entry<F, Deque<E>> longest = longest();
            if (longest == null || !mayDisplaceFrom(lengthOf(flow), longest.getValue())) {
                return entry;
            }
            displaced = Objects.requireNonNull(longest.getValue().pollLast());
            size--;
        }
        flows.computeIfAbsent(flow, _ -> new ArrayDeque<>()).addLast(entry);
        size++;
        return displaced;
    }

    /** Removes and returns the next entry of the next flow; returns null if the queue is empty. */
    @Nullable E poll() {
        Map.Entry<F, Deque<E>> next = flows.pollFirstEntry();
        if (next == null) {
            return null;
        }
        E entry = Objects.requireNonNull(next.getValue().pollFirst());
        if (!next.getValue().isEmpty()) {
            flows.put(next.getKey(), next.getValue());
        }
        size--;
        return entry;
    }

    /** Returns how many more entries of the flow the queue accepts at present. */
    int placesFor(F flow, int bound) {
        if (size < bound) {
            return bound - size;
        }
        Map.Entry<F, Deque<E>> longest = longest();
        return longest == null ? 0 : Math.max(0, (longest.getValue().size() - lengthOf(flow)) / 2);
    }

    private int lengthOf(F flow) {
        Deque<E> waiting = flows.get(flow);
        return waiting == null ? 0 : waiting.size();
    }

    /**
     * Whether a flow may displace an entry of the longest flow. One more entry must not make it the longest, or two
     * flows would displace each other's entries for ever.
     */
    private static boolean mayDisplaceFrom(int length, Deque<?> longest) {
        return length + 1 < longest.size();
    }

    private Map.@Nullable Entry<F, Deque<E>> longest() {
        Map.Entry<F, Deque<E>> longest = null;
        for (Map.Entry<F, Deque<E>> flow : flows.entrySet()) {
            if (longest == null || flow.getValue().size() > longest.getValue().size()) {
                longest = flow;
            }
        }
        return longest;
    }
}
