package dev.haru.auth.operator;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** An operator may not make a call, or an act is not possible. */
final class OperatorProblem extends ProblemException {

    private OperatorProblem(HttpStatus status, String code, Message detail) {
        super(status, code, detail);
    }

    /** The caller does not have this role. It is the same for existing and unknown accounts. */
    static OperatorProblem roleRequired(Role role) {
        return new OperatorProblem(
                HttpStatus.FORBIDDEN,
                "operator-role-required",
                Message.of("detail.operator-role-required", role.code()));
    }

    /** The operator has no second factor, or the session has not proved it. */
    static OperatorProblem secondFactorRequired() {
        return new OperatorProblem(
                HttpStatus.FORBIDDEN,
                "operator-second-factor-required",
                Message.of("detail.operator-second-factor-required"));
    }

    /** After the change, no administrator could act. */
    static OperatorProblem lastAdmin() {
        return new OperatorProblem(HttpStatus.CONFLICT, "last-admin", Message.of("detail.last-admin"));
    }

    /** A recovery needs a verified address, to which its mail goes. */
    static OperatorProblem noVerifiedEmail() {
        return new OperatorProblem(HttpStatus.CONFLICT, "no-verified-email", Message.of("detail.no-verified-email"));
    }
}
