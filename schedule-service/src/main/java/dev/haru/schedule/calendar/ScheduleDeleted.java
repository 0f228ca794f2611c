package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/**
 * All schedules that the Idempotency-Key added were deleted: 410. The first response would describe them as present.
 */
public final class ScheduleDeleted extends ProblemException {

    private ScheduleDeleted() {
        super(HttpStatus.GONE, "schedule-deleted", Message.of("detail.schedule-deleted"));
    }

    /** Creates the problem for a key none of whose schedules exists. */
    public static ScheduleDeleted sinceAdded() {
        return new ScheduleDeleted();
    }
}
