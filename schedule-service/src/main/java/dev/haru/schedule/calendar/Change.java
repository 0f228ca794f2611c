package dev.haru.schedule.calendar;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The last change of a schedule.
 *
 * @param schedule the schedule after the change; null if it was deleted
 */
record Change(long number, UUID id, @Nullable Schedule schedule) {

    private static final int ID_CHARACTERS = 40;

    /** Returns about how many characters the change has as JSON. */
    int characters() {
        return schedule == null ? ID_CHARACTERS : schedule.plan().characters();
    }
}
