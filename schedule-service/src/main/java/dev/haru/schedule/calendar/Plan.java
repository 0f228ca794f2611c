package dev.haru.schedule.calendar;

import dev.haru.platform.token.Sha256;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What a member wants to do, where and when: the part of a schedule that its owner chooses. */
public record Plan(
        String title,
        int locationId,
        Instant startAt,
        Instant endAt,
        @Nullable String note) {

    /**
     * The pattern of a title: no control characters, which are U+0000 to U+001F and U+007F to U+009F. The ranges are
     * spelled out, so that every reader of the OpenAPI document understands them. The pattern is anchored, because a
     * pattern in a JSON Schema matches anywhere in the text.
     */
    public static final String ONE_LINE = "^[^\\x00-\\x1F\\x7F-\\x9F]*$";

    public static final String ONE_LINE_MESSAGE = "must not contain control characters";

    public Plan {
        startAt = stored(startAt);
        endAt = stored(endAt);
    }

    /** Returns a SHA-256 over all components; only equal plans have the same fingerprint. */
    byte[] fingerprint() {
        // Unambiguous: a title contains no NUL, and each component after the title has a fixed form.
        return Sha256.of(String.join(
                "\0",
                title,
                Integer.toString(locationId),
                startAt.toString(),
                endAt.toString(),
                note == null ? "-" : "+" + note));
    }

    /** Truncates the instant to microseconds, as PostgreSQL stores it. The response therefore equals a later read. */
    static Instant stored(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MICROS);
    }
}
