package dev.haru.local.process;

import java.time.Duration;
import java.util.Optional;

/** Whether a part that is not ready yet makes progress: it uses or awaits processor time, or its log grows. */
final class PartProgress {

    static final Duration LIMIT = Duration.ofMinutes(15);
    static final Duration STALL = Duration.ofSeconds(60);

    /** An idle JVM uses less in {@link #STALL}, with its timers and its responses to readiness probes. */
    static final Duration WORK = Duration.ofSeconds(2);

    /** A longer time between two readings is a pause of the machine, in which no part could make progress. */
    static final Duration LONGEST_READING = Duration.ofSeconds(10);

    private final Duration stall;
    private Duration used;
    private long size;
    private Duration total = Duration.ZERO;
    private Duration idle = Duration.ZERO;

    PartProgress(Duration stall, Duration used, long size) {
        this.stall = stall;
        this.used = used;
        this.size = size;
    }

    /**
     * Adds a reading.
     *
     * @param passed the time since the reading before
     * @param usedNow the processor time of the part so far, with its waits for a processor; less than before if one of
     *     its processes or threads has ended
     * @param sizeNow the size of the part's log in bytes
     */
    void read(Duration passed, Duration usedNow, long sizeNow) {
        Duration counted = passed.compareTo(LONGEST_READING) > 0 ? LONGEST_READING : passed;
        total = total.plus(counted);
        idle = idle.plus(counted);
        if (sizeNow != size || usedNow.minus(used).abs().compareTo(WORK) >= 0) {
            used = usedNow;
            size = sizeNow;
            idle = Duration.ZERO;
        }
    }

    /** Why a further wait is useless. Empty while the part makes progress. */
    Optional<String> problem() {
        if (idle.compareTo(stall) >= 0) {
            return Optional.of("after %d s without progress".formatted(stall.toSeconds()));
        }
        if (total.compareTo(LIMIT) >= 0) {
            return Optional.of("after %d minutes".formatted(LIMIT.toMinutes()));
        }
        return Optional.empty();
    }
}
