package dev.haru.local.chaos;

import java.util.List;

/** Whether something has grown, and not merely breathed: by a quarter, and by so much more as it may vary by. */
final class Growth {

    private static final double BREATH = 1.25;

    private Growth() {}

    /** Adds a line to the others when it has. */
    static void report(List<String> grown, String what, long then, long now, long breath, String unit) {
        if (now > then * BREATH && now > then + breath) {
            grown.add("%s grew from %d to %d%s".formatted(what, then, now, unit));
        }
    }
}
