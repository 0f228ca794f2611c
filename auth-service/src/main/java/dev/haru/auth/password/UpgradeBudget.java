package dev.haru.auth.password;

import java.time.Clock;

/**
 * Limits the upgrades of stored hashes in a second. Without the limit, a change of the cost would slow down every
 * sign-in of the next morning.
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
