package dev.haru.schedule.template;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The state of the templates does not allow the request: 409. */
final class TemplateConflict extends ProblemException {

    private TemplateConflict(String code, Message detail) {
        super(HttpStatus.CONFLICT, code, detail);
    }

    /** The owner cannot withdraw a draft. */
    static TemplateConflict notReleased() {
        return new TemplateConflict("template-not-released", Message.of("detail.template-not-released"));
    }

    /** The owner must withdraw a released template before its deletion. */
    static TemplateConflict released() {
        return new TemplateConflict("template-released", Message.of("detail.template-released"));
    }

    /** The member has reached the limit of templates. */
    static TemplateConflict limitReached(int limit) {
        return new TemplateConflict("template-limit-reached", Message.of("detail.template-limit-reached", limit));
    }
}
