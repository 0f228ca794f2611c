package dev.haru.schedule.template;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** No template has this id, or it is not released and belongs to another member: 404. */
final class TemplateNotFound extends ProblemException {

    private TemplateNotFound() {
        super(HttpStatus.NOT_FOUND, "not-found", Message.of("detail.not-found.template"));
    }

    static TemplateNotFound orNotReleased() {
        return new TemplateNotFound();
    }
}
