package dev.haru.auth.guard;

import java.util.List;
import java.util.Map;

/**
 * The amount that an attempt adds to one counter, and the limits of that counter.
 *
 * @param added the amount
 * @param blocks whether the counter is one of those whose sum blocks the target
 * @param sprayingFrom the count from which password spraying is under way; 0 means never
 */
record Increment(Counter counter, String key, int added, boolean blocks, int sprayingFrom) {

    /** The increments for a wrong password. */
    static List<Increment> ofFailure(BlockTarget target, Map<Counter, String> keys, Limits limits) {
        return keys.entrySet().stream()
                .map(entry -> of(
                        target, entry.getKey(), entry.getValue(), entry.getKey() == Counter.UNSOLVED ? 0 : 1, limits))
                .toList();
    }

    /** The increments for this number of unsolved challenges. */
    static List<Increment> ofUnsolved(BlockTarget target, Map<Counter, String> keys, int times, Limits limits) {
        return keys.entrySet().stream()
                .filter(entry -> target.isBlockedBy(entry.getKey()))
                .map(entry -> of(
                        target,
                        entry.getKey(),
                        entry.getValue(),
                        entry.getKey() == Counter.UNSOLVED ? times : 0,
                        limits))
                .toList();
    }

    private static Increment of(BlockTarget target, Counter counter, String key, int added, Limits limits) {
        return new Increment(counter, key, added, target.isBlockedBy(counter), limits.sprayingFrom(counter));
    }
}
