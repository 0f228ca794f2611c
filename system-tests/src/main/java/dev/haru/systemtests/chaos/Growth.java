package dev.haru.systemtests.chaos;

import java.util.List;

/**
 * Detects growth of a measured value beyond its normal variation: by more than a quarter, and by more than a tolerance.
 */
final class Growth {

    private static final double FACTOR = 1.25;

    private Growth() {}

    /** Adds a line to {@code grown} if the value has grown. */
    static void report(List<String> grown, String what, long then, long now, long tolerance, String unit) {
        if (now > then * FACTOR && now > then + tolerance) {
            grown.add("%s grew from %d to %d%s".formatted(what, then, now, unit));
        }
    }
}
