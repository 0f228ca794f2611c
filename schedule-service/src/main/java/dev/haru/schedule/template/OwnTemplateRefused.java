package dev.haru.schedule.template;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** A member must not rate their own template: 403. */
final class OwnTemplateRefused extends ProblemException {

    private OwnTemplateRefused() {
        super(HttpStatus.FORBIDDEN, "own-template", "You own this template. Only other members can rate it.");
    }

    static OwnTemplateRefused toRate() {
        return new OwnTemplateRefused();
    }
}
