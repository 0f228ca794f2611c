package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;

/**
 * Which occurrences an operation on one of them concerns, as RANGE does (<a
 * href="https://www.rfc-editor.org/rfc/rfc5545#section-3.2.13">RFC 5545, section 3.2.13</a>).
 */
final class OccurrenceRange {

    static final String THIS = "this";
    static final String FOLLOWING = "this-and-following";

    private OccurrenceRange() {}

    /** Whether the range contains the following occurrences. Throws the 400 problem of an unknown range. */
    static boolean isFollowing(String range) {
        return switch (range) {
            case THIS -> false;
            case FOLLOWING -> true;
            default -> throw InvalidRequest.field("range", Message.of("field.one-of", THIS + ", " + FOLLOWING));
        };
    }
}
