package dev.haru.platform.warmup;

import java.time.Duration;

/**
 * Knows when rounds get no faster. How fast a call is when all is compiled, the machine decides; that further rounds
 * gain little, each machine can see for itself.
 */
final class Plateau {

    /** Faster by less than this part is no faster: by nearly that rounds of a warm process differ. */
    private static final double GAIN = 0.1;

    private final int rounds;
    /** What the last round took that was faster. */
    private double reference = Double.POSITIVE_INFINITY;

    private int noFaster;

    /**
     * A plateau that is not reached.
     *
     * @param rounds how many in a row must be no faster than the last that was
     */
    Plateau(int rounds) {
        this.rounds = rounds;
    }

    /** Takes how long a call of the next round typically took. */
    void add(Duration call) {
        if (call.toNanos() < reference * (1 - GAIN)) {
            reference = call.toNanos();
            noFaster = 0;
        } else {
            noFaster++;
        }
    }

    /** Forgets that rounds were no faster: one of them failed, which says nothing of its speed. */
    void interrupt() {
        noFaster = 0;
    }

    boolean isReached() {
        return noFaster >= rounds;
    }
}
