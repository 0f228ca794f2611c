package dev.haru.schedule.calendar;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** A request that replaces a schedule must name the version in If-Match: 428. */
final class IfMatchRequired extends ProblemException {

    private IfMatchRequired() {
        super(
                HttpStatus.PRECONDITION_REQUIRED,
                "precondition-required",
                "Send If-Match with the ETag of the schedule that you read.");
    }

    static IfMatchRequired toReplace() {
        return new IfMatchRequired();
    }
}
