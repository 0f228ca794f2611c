package dev.haru.auth.guard;

import java.util.List;
import java.util.Map;

/**
 * What an attempt adds to one counter, and what the counter then decides.
 *
 * @param added how much
 * @param blocks whether the counter is one of those that together block the target
 * @param sprayingFrom the count from which on spraying is under way; 0 for never
 */
record Increment(Counter counter, String key, int added, boolean blocks, int sprayingFrom) {

    /** Of a wrong password. */
    static List<Increment> ofFailure(BlockTarget target, Map<Counter, String> keys, Limits limits) {
        return keys.entrySet().stream()
                .map(entry -> of(
                        target, entry.getKey(), entry.getValue(), entry.getKey() == Counter.UNSOLVED ? 0 : 1, limits))
                .toList();
    }

    /** Of so many challenges that were not solved. */
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
