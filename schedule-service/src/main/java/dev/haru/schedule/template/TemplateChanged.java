package dev.haru.schedule.template;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The template has changed since the client read it: 412. */
final class TemplateChanged extends ProblemException {

    private TemplateChanged() {
        super(
                HttpStatus.PRECONDITION_FAILED,
                "precondition-failed",
                "The template has changed since you read it. Read the template again for its ETag.");
    }

    static TemplateChanged sinceRead() {
        return new TemplateChanged();
    }
}
