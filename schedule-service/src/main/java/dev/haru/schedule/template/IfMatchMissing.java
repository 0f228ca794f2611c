package dev.haru.schedule.template;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The edit has no If-Match header: 428. */
final class IfMatchMissing extends ProblemException {

    private IfMatchMissing() {
        super(
                HttpStatus.PRECONDITION_REQUIRED,
                "precondition-required",
                "Send If-Match with the ETag of the template that you read.");
    }

    static IfMatchMissing toEdit() {
        return new IfMatchMissing();
    }
}
