package dev.haru.systemtests.chaos;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A call of a virtual user, and its result.
 *
 * @param at the time of the response
 * @param name the name of the call
 * @param status the HTTP status, 0 if there was no response
 * @param written the id of the acknowledged write, if there is one
 * @param error k6's error code if there was no response
 */
record Call(Instant at, String name, int status, Optional<UUID> written, String error) {

    private static final String NONE = "-";
    private static final int FIELDS = 5;

    private static final int NOT_ACCEPTABLE = 406;
    private static final Set<Integer> EXPECTED = Set.of(200, 201, 204, NOT_ACCEPTABLE);

    /** Parses a line of {@code k6/faults.js}. Returns an empty value for a truncated line. */
    static Optional<Call> of(String line) {
        String[] fields = line.strip().split(" ", -1);
        if (fields.length != FIELDS) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Call(
                    Instant.ofEpochMilli(Long.parseLong(fields[0])),
                    fields[1],
                    Integer.parseInt(fields[2]),
                    fields[3].equals(NONE) ? Optional.empty() : Optional.of(UUID.fromString(fields[3])),
                    fields[4]));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    boolean failed() {
        return !EXPECTED.contains(status);
    }

    /** Whether the member has reached the schedule limit. Virtual users that do not delete their schedules reach it. */
    boolean reachedScheduleLimit() {
        return status == NOT_ACCEPTABLE;
    }

    /** The reason for a failure: the status, or k6's error code. */
    String outcome() {
        return status == 0 ? "no answer (" + error + ")" : Integer.toString(status);
    }
}
