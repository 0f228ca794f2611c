package dev.haru.schedule.template;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The template has changed since the client read it: 412. */
final class TemplateChanged extends ProblemException {

    private TemplateChanged() {
        super(HttpStatus.PRECONDITION_FAILED, "precondition-failed", Message.of("detail.precondition-failed.template"));
    }

    static TemplateChanged sinceRead() {
        return new TemplateChanged();
    }
}
