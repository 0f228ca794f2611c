package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The member has the maximum number of schedules: 406. */
final class ScheduleLimitReached extends ProblemException {

    private ScheduleLimitReached() {
        super(HttpStatus.NOT_ACCEPTABLE, "schedule-limit-reached", Message.of("detail.schedule-limit-reached"));
    }

    static ScheduleLimitReached byMember() {
        return new ScheduleLimitReached();
    }
}
