package dev.haru.auth.email;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.time.Duration;
import org.springframework.http.HttpStatus;

/** A verification or a change of an e-mail address is not possible. */
final class EmailProblem extends ProblemException {

    private EmailProblem(HttpStatus status, String code, Message detail) {
        super(status, code, detail);
    }

    /** Another account has verified the address first. */
    static EmailProblem taken() {
        return new EmailProblem(HttpStatus.CONFLICT, "email-taken", Message.of("detail.email-taken"));
    }

    static EmailProblem none() {
        return new EmailProblem(HttpStatus.CONFLICT, "no-email", Message.of("detail.no-email"));
    }

    static EmailProblem alreadyVerified() {
        return new EmailProblem(
                HttpStatus.CONFLICT, "email-already-verified", Message.of("detail.email-already-verified"));
    }

    /** The account has the maximum number of changes that can be undone, and each change must be undoable. */
    static EmailProblem changeLimit(int limit, Duration life) {
        return new EmailProblem(
                HttpStatus.CONFLICT,
                "email-change-limit",
                Message.of("detail.email-change-limit", limit, life.toDays()));
    }

    /** The address has characters that many mail servers refuse. */
    static EmailProblem unsupported() {
        return new EmailProblem(HttpStatus.CONFLICT, "unsupported-email", Message.of("detail.unsupported-email"));
    }

    /** The code is wrong, used or expired, or had too many tries; the problem does not say which. */
    static EmailProblem invalidCode() {
        return new EmailProblem(HttpStatus.UNPROCESSABLE_CONTENT, "invalid-code", Message.of("detail.invalid-code"));
    }

    /** The link is unknown, used or expired; the problem does not say which. */
    static EmailProblem invalidLink() {
        return new EmailProblem(HttpStatus.UNPROCESSABLE_CONTENT, "invalid-link", Message.of("detail.invalid-link"));
    }
}
