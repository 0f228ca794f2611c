package dev.haru.schedule.template;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** Nobody has released a template with this id, nor has the member one: 404. */
final class TemplateNotFound extends ProblemException {

    private TemplateNotFound() {
        super(HttpStatus.NOT_FOUND, "not-found", "The template does not exist, or is not released.");
    }

    static TemplateNotFound ofAnybody() {
        return new TemplateNotFound();
    }
}
