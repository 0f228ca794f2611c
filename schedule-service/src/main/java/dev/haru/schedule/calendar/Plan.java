package dev.haru.schedule.calendar;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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

    /** SHA-256 of all of it: the same for equal plans only. */
    byte[] fingerprint() {
        try {
            // No title has a NUL, and what follows it has a form of its own.
            String all = String.join(
                    "\0",
                    title,
                    Integer.toString(locationId),
                    startAt.toString(),
                    endAt.toString(),
                    note == null ? "-" : "+" + note);
            return MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /** The instant as PostgreSQL keeps it, in microseconds, so that what is answered now equals what is read later. */
    static Instant stored(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MICROS);
    }
}
