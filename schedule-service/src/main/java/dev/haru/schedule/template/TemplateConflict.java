package dev.haru.schedule.template;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** What was asked does not fit the state of the owner's templates: 409. */
final class TemplateConflict extends ProblemException {

    private TemplateConflict(String code, String detail) {
        super(HttpStatus.CONFLICT, code, detail);
    }

    /** A draft cannot be withdrawn. */
    static TemplateConflict notReleased() {
        return new TemplateConflict(
                "template-not-released", "The template is a draft. Only a released template can be withdrawn.");
    }

    /** What others see is withdrawn before it is deleted. */
    static TemplateConflict released() {
        return new TemplateConflict(
                "template-released", "The template is released. Withdraw the template before you delete it.");
    }

    /** The member has as many templates as one may have. */
    static TemplateConflict limitReached(int limit) {
        return new TemplateConflict(
                "template-limit-reached",
                "You have %d templates, the maximum. Delete a template first.".formatted(limit));
    }
}
