package dev.haru.local.chaos;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A visitor's call and what came of it.
 *
 * @param at when its answer came
 * @param name which call it was
 * @param status of HTTP, 0 when there was no answer
 * @param written the id of what was written and acknowledged
 * @param error k6's code of what kept an answer from coming
 */
record Call(Instant at, String name, int status, Optional<UUID> written, String error) {

    private static final String NONE = "-";
    private static final int FIELDS = 5;

    private static final int NOT_ACCEPTABLE = 406;
    private static final Set<Integer> FINE = Set.of(200, 201, 204, NOT_ACCEPTABLE);

    /** A line of {@code k6/faults.js}; empty for a line that is cut off. */
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
        return !FINE.contains(status);
    }

    /** Whether the member has as many schedules as allowed: to be expected of visitors who leave theirs behind. */
    boolean cameToTheLimit() {
        return status == NOT_ACCEPTABLE;
    }

    /** How it failed, in a word. */
    String outcome() {
        return status == 0 ? "no answer (" + error + ")" : Integer.toString(status);
    }
}
