package dev.haru.member.profile;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The profile has changed since the client read it: 412. */
final class PreconditionFailed extends ProblemException {

    private PreconditionFailed() {
        super(HttpStatus.PRECONDITION_FAILED, "precondition-failed", Message.of("detail.precondition-failed"));
    }

    static PreconditionFailed changedSince() {
        return new PreconditionFailed();
    }
}
