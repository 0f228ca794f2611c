package dev.haru.auth.session;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** The caller has no open session with this id: 404. */
final class SessionNotFound extends ProblemException {

    private SessionNotFound(Message detail) {
        super(HttpStatus.NOT_FOUND, "not-found", detail);
    }

    static SessionNotFound withId(UUID id) {
        return new SessionNotFound(Message.of("detail.not-found.session", id));
    }
}
