package dev.haru.schedule.template;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** No template has this id, or it is not released and belongs to another member: 404. */
final class TemplateNotFound extends ProblemException {

    private TemplateNotFound() {
        super(HttpStatus.NOT_FOUND, "not-found", "The template does not exist, or is not released.");
    }

    static TemplateNotFound orNotReleased() {
        return new TemplateNotFound();
    }
}
