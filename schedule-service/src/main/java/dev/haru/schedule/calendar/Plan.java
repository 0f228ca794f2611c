package dev.haru.schedule.calendar;

import dev.haru.platform.token.Sha256;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What a member wants to do, where and when: the part of a schedule that is its owner's to decide. */
public record Plan(
        String title,
        int locationId,
        Instant startAt,
        Instant endAt,
        @Nullable String note) {

    /**
     * What a title may be: no control characters, which are U+0000 to U+001F and U+007F to U+009F, as every reader of a
     * document knows them. Anchored, because a JSON schema looks for it anywhere.
     */
    public static final String ONE_LINE = "^[^\\x00-\\x1F\\x7F-\\x9F]*$";

    public static final String ONE_LINE_MESSAGE = "must not contain control characters";

    public Plan {
        startAt = stored(startAt);
        endAt = stored(endAt);
    }

    /** SHA-256 of all of it: the same for equal plans only. */
    byte[] fingerprint() {
        // No title has a NUL, and what follows it has a form of its own.
        return Sha256.of(String.join(
                "\0",
                title,
                Integer.toString(locationId),
                startAt.toString(),
                endAt.toString(),
                note == null ? "-" : "+" + note));
    }

    /** The instant as PostgreSQL keeps it, in microseconds, so that what is answered now equals what is read later. */
    static Instant stored(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MICROS);
    }
}
