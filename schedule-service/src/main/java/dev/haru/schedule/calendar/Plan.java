package dev.haru.schedule.calendar;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What a member wants to do, where and when: the part of a schedule that is its owner's to decide. */
record Plan(
        String title,
        int locationId,
        Instant startAt,
        Instant endAt,
        @Nullable String note) {

    Plan {
        startAt = stored(startAt);
        endAt = stored(endAt);
    }

    /** The instant as PostgreSQL keeps it, in microseconds, so that what is answered now equals what is read later. */
    static Instant stored(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MICROS);
    }
}
