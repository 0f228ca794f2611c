package dev.haru.auth.password;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A queue that serves its flows in turn, one entry each (<a href="https://doi.org/10.1109/90.502236">deficit round
 * robin</a> with entries of equal cost). A full queue makes room for a short flow at the expense of the longest one.
 * Not thread-safe.
 *
 * @param <F> what an entry's flow is known by
 * @param <E> entries
 */
final class FairQueue<F, E> {

    /** The next flow to serve is first. No flow here is empty. */
    private final LinkedHashMap<F, Deque<E>> flows = new LinkedHashMap<>();

    private int size;

    int size() {
        return size;
    }

    /**
     * Adds an entry at the end of its flow.
     *
     * @param bound entries that may wait in all
     * @return the entry without a place: null when every entry has one, else the offered entry or the newest of the
     *     longest flow
     */
    @Nullable E offer(F flow, E entry, int bound) {
        E pushedOut = null;
        if (size >= bound) {
            Map.Entry<F, Deque<E>> longest = longest();
            if (longest == null || !isMuchShorter(lengthOf(flow), longest.getValue())) {
                return entry;
            }
            pushedOut = Objects.requireNonNull(longest.getValue().pollLast());
            size--;
        }
        flows.computeIfAbsent(flow, _ -> new ArrayDeque<>()).addLast(entry);
        size++;
        return pushedOut;
    }

    /** The next entry, of the flow whose turn it is; null when nothing waits. */
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

    /** How many more entries of the flow would be accepted now. */
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

    /** One entry more must not make the flow the longest, or two flows would push each other out for ever. */
    private static boolean isMuchShorter(int length, Deque<?> longest) {
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
