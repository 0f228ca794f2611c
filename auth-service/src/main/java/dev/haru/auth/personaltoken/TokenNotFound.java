package dev.haru.auth.personaltoken;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** The caller's account has no valid personal access token with this id: 404. */
final class TokenNotFound extends ProblemException {

    private TokenNotFound(Message detail) {
        super(HttpStatus.NOT_FOUND, "not-found", detail);
    }

    static TokenNotFound withId(UUID id) {
        return new TokenNotFound(Message.of("detail.not-found.token", id));
    }
}
