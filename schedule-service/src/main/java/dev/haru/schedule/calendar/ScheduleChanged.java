package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The schedule has changed since the client read it: 412. */
final class ScheduleChanged extends ProblemException {

    private ScheduleChanged() {
        super(HttpStatus.PRECONDITION_FAILED, "precondition-failed", Message.of("detail.precondition-failed.schedule"));
    }

    static ScheduleChanged sinceRead() {
        return new ScheduleChanged();
    }
}
