package dev.haru.auth.guard;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The limits that apply, and what they say of counted failures. */
record Limits(Map<Counter, Integer> suspicious, Map<Counter, Integer> hostile, Duration window) {

    static Limits of(LoginGuardProperties properties, int divisor) {
        LoginGuardProperties.Suspicious suspicious = properties.suspicious();
        LoginGuardProperties.Hostile hostile = properties.hostile();
        return new Limits(
                Map.of(
                        Counter.ADDRESS, divided(suspicious.address(), divisor),
                        Counter.ACCOUNT, divided(suspicious.account(), divisor),
                        Counter.PAIR, divided(suspicious.pair(), divisor)),
                Map.of(
                        Counter.ADDRESS, divided(hostile.address(), divisor),
                        Counter.ACCOUNT, divided(hostile.account(), divisor),
                        Counter.PAIR, divided(hostile.pair(), divisor),
                        Counter.DEVICE, divided(hostile.device(), divisor)),
                properties.window());
    }

    int hostileAddress() {
        return hostileAt(Counter.ADDRESS);
    }

    boolean isDeviceGood(Counts counts) {
        return counts.of(Counter.DEVICE) < hostileAt(Counter.DEVICE);
    }

    void refuseHostile(Counts counts, Instant now) {
        if (counts.blockedUntil() != null) {
            throw LoginRefused.addressBlocked(counts.blockedUntil(), now);
        }
        refuseHostilePair(counts, now);
        refuseAt(Counter.ACCOUNT, counts, now);
    }

    void refuseHostilePair(Counts counts, Instant now) {
        refuseAt(Counter.PAIR, counts, now);
    }

    /** The keys of those counters that alone are enough to ask for proof of work. */
    List<String> suspicious(Counts counts, Map<Counter, String> keys) {
        return keys.entrySet().stream()
                .filter(key -> counts.of(key.getKey()) >= suspicious.getOrDefault(key.getKey(), Integer.MAX_VALUE))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** How many times the usual the failures are; below 1 nothing is suspicious. */
    double excess(Counts counts) {
        return suspicious.entrySet().stream()
                .mapToDouble(limit -> (double) counts.of(limit.getKey()) / limit.getValue())
                .max()
                .orElse(0);
    }

    private void refuseAt(Counter counter, Counts counts, Instant now) {
        if (counts.of(counter) >= hostileAt(counter)) {
            Instant oldest = counts.oldest(counter);
            throw LoginRefused.tooManyAttempts(oldest == null ? null : oldest.plus(window), now);
        }
    }

    private int hostileAt(Counter counter) {
        return hostile.getOrDefault(counter, Integer.MAX_VALUE);
    }

    private static int divided(int limit, int divisor) {
        return Math.max(1, limit / divisor);
    }
}
