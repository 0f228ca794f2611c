package dev.haru.auth.password;

import java.time.Clock;

/**
 * So many hashes may be upgraded in a second, so that a change of cost does not slow every sign-in of the next morning.
 */
final class UpgradeBudget {

    private final int perSecond;
    private final Clock clock;
    private long second;
    private int taken;

    UpgradeBudget(int perSecond, Clock clock) {
        this.perSecond = perSecond;
        this.clock = clock;
    }

    synchronized boolean take() {
        long now = clock.instant().getEpochSecond();
        if (now != second) {
            second = now;
            taken = 0;
        }
        if (taken == perSecond) {
            return false;
        }
        taken++;
        return true;
    }
}
