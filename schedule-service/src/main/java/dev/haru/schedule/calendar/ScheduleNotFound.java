package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The member has no schedule with this id, even if another member has one: 404. */
final class ScheduleNotFound extends ProblemException {

    private ScheduleNotFound() {
        super(HttpStatus.NOT_FOUND, "not-found", Message.of("detail.not-found.schedule"));
    }

    static ScheduleNotFound ofMember() {
        return new ScheduleNotFound();
    }
}
