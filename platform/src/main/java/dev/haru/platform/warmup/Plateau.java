package dev.haru.platform.warmup;

import java.time.Duration;

/**
 * Detects that warm-up rounds no longer get faster. The duration of a call in compiled code depends on the machine.
 * That further rounds improve little can be measured on every machine.
 */
final class Plateau {

    /** The minimum relative improvement. Rounds of a warm process differ by almost this much. */
    private static final double GAIN = 0.1;

    private final int rounds;
    /** The call duration of the last round that was an improvement. */
    private double reference = Double.POSITIVE_INFINITY;

    private int noFaster;

    /** @param rounds number of successive rounds without an improvement that make the plateau */
    Plateau(int rounds) {
        this.rounds = rounds;
    }

    /** Adds the typical duration of a call in the next round. */
    void add(Duration call) {
        if (call.toNanos() < reference * (1 - GAIN)) {
            reference = call.toNanos();
            noFaster = 0;
        } else {
            noFaster++;
        }
    }

    /** Resets the number of rounds without an improvement, because the speed of a failed round is unknown. */
    void interrupt() {
        noFaster = 0;
    }

    boolean isReached() {
        return noFaster >= rounds;
    }
}
