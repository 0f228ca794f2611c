package dev.haru.auth.session;

import dev.haru.platform.problem.ProblemException;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** The caller has no open session with this id: 404. */
final class SessionNotFound extends ProblemException {

    private SessionNotFound(String detail) {
        super(HttpStatus.NOT_FOUND, "not-found", detail);
    }

    static SessionNotFound withId(UUID id) {
        return new SessionNotFound("You have no open session with the id " + id + ".");
    }
}
