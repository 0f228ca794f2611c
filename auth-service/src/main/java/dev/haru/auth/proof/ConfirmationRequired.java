package dev.haru.auth.proof;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.time.Duration;
import org.springframework.http.HttpStatus;

/** The session has no fresh proof: 403. */
final class ConfirmationRequired extends ProblemException {

    private ConfirmationRequired(Message detail) {
        super(HttpStatus.FORBIDDEN, "confirmation-required", detail);
    }

    static ConfirmationRequired within(Duration life) {
        return new ConfirmationRequired(Message.of("detail.confirmation-required", life.toSeconds()));
    }
}
