package dev.haru.auth.signin;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The nickname is unknown or the password is wrong: 401, with the same body for both. */
final class InvalidSignIn extends ProblemException {

    InvalidSignIn() {
        super(HttpStatus.UNAUTHORIZED, "invalid-credentials", Message.of("detail.invalid-credentials"));
    }
}
