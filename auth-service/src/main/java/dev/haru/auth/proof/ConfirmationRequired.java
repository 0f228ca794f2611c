package dev.haru.auth.proof;

import dev.haru.platform.problem.ProblemException;
import java.time.Duration;
import org.springframework.http.HttpStatus;

/** The session has no fresh proof: 403. */
public final class ConfirmationRequired extends ProblemException {

    private ConfirmationRequired(String detail) {
        super(HttpStatus.FORBIDDEN, "confirmation-required", detail);
    }

    static ConfirmationRequired within(Duration life) {
        return new ConfirmationRequired("Confirm the password with POST /v1/auth/confirmation, or sign in. Then repeat "
                + "the request within " + life.toSeconds() + " seconds.");
    }
}
