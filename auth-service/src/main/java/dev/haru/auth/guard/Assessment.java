package dev.haru.auth.guard;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The counts of an attempt, compared with the limits that apply. */
record Assessment(Counts counts, Limits limits, Duration window) {

    int of(Counter counter) {
        return counts.of(counter);
    }

    @Nullable Instant blockedUntil() {
        return counts.blockedUntil();
    }

    boolean isDeviceTrusted() {
        return !limits.isHostile(Counter.DEVICE, counts.of(Counter.DEVICE));
    }

    boolean isChallengeRequired() {
        return counts.blockedUntil() != null || counts.sprayedUntil() != null || excess() >= 1;
    }

    /** Throws the 429 problem when one of these counters has reached its limit. */
    void refuseHostile(List<Counter> counters, Instant now) {
        for (Counter counter : counters) {
            if (limits.isHostile(counter, counts.of(counter))) {
                Instant oldest = counts.oldest(counter);
                throw LoginRefused.tooManyAttempts(oldest == null ? null : oldest.plus(window), now);
            }
        }
    }

    /** The highest ratio of a count to its challenge limit. From 1 on, a challenge is required. */
    double excess() {
        return limits.suspicious().entrySet().stream()
                .mapToDouble(limit -> (double) counts.of(limit.getKey()) / limit.getValue())
                .max()
                .orElse(0);
    }

    /**
     * The keys of the counters that have reached their challenge limit, and the spraying key during password spraying.
     */
    List<String> suspicious(Map<Counter, String> keys) {
        List<String> suspicious = new ArrayList<>();
        keys.forEach((counter, key) -> {
            Integer limit = limits.suspicious().get(counter);
            if (limit != null && counts.of(counter) >= limit) {
                suspicious.add(key);
            }
        });
        if (counts.sprayedUntil() != null) {
            suspicious.add(CounterKeys.SPRAYING);
        }
        return suspicious;
    }
}
