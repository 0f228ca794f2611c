package dev.haru.schedule.template;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** A member must not rate their own template: 403. */
final class OwnTemplateRefused extends ProblemException {

    private OwnTemplateRefused() {
        super(HttpStatus.FORBIDDEN, "own-template", Message.of("detail.own-template"));
    }

    static OwnTemplateRefused toRate() {
        return new OwnTemplateRefused();
    }
}
