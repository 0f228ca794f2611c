package dev.haru.schedule.template;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The state of the templates does not allow the request: 409. */
final class TemplateConflict extends ProblemException {

    private TemplateConflict(String code, String detail) {
        super(HttpStatus.CONFLICT, code, detail);
    }

    /** The owner cannot withdraw a draft. */
    static TemplateConflict notReleased() {
        return new TemplateConflict(
                "template-not-released", "The template is a draft. Only a released template can be withdrawn.");
    }

    /** The owner must withdraw a released template before its deletion. */
    static TemplateConflict released() {
        return new TemplateConflict(
                "template-released", "The template is released. Withdraw the template before you delete it.");
    }

    /** The member has reached the limit of templates. */
    static TemplateConflict limitReached(int limit) {
        return new TemplateConflict(
                "template-limit-reached",
                "You have %d templates, the maximum. Delete a template first.".formatted(limit));
    }
}
