package dev.haru.auth.guard;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the counted failures say of an attempt, under the limits that apply. */
record Assessment(Counts counts, Limits limits) {

    int of(Counter counter) {
        return counts.of(counter);
    }

    @Nullable Instant blockedUntil() {
        return counts.blockedUntil();
    }

    boolean isDeviceTrusted() {
        return limits.isDeviceGood(counts);
    }

    void refuseHostile(Instant now) {
        limits.refuseHostile(counts, now);
    }

    void refuseHostilePair(Instant now) {
        limits.refuseHostilePair(counts, now);
    }

    /** How many times the usual the failures are; below 1 nothing is suspicious. */
    double excess() {
        return limits.excess(counts);
    }

    List<String> suspicious(Map<Counter, String> keys) {
        return limits.suspicious(counts, keys);
    }
}
