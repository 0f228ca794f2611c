package dev.haru.auth.recovery;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The link of a recovery is unknown, used or expired: 422. */
final class InvalidRecoveryLink extends ProblemException {

    InvalidRecoveryLink() {
        super(HttpStatus.UNPROCESSABLE_CONTENT, "invalid-link", Message.of("detail.invalid-link"));
    }
}
