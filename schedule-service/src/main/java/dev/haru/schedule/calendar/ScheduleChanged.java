package dev.haru.schedule.calendar;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The schedule has changed since the client read it: 412. */
final class ScheduleChanged extends ProblemException {

    private ScheduleChanged() {
        super(
                HttpStatus.PRECONDITION_FAILED,
                "precondition-failed",
                "The schedule has changed since you read it. Read the schedule again for its ETag.");
    }

    static ScheduleChanged sinceRead() {
        return new ScheduleChanged();
    }
}
