package dev.haru.auth.factor;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.util.List;
import org.springframework.http.HttpStatus;

/** A second factor is missing, wrong or unknown. */
public final class FactorProblem extends ProblemException {

    private FactorProblem(HttpStatus status, String code, Message detail) {
        super(status, code, detail);
    }

    /** The password of a sign-in is right, and the account has a second factor: 401, with the transaction. */
    public static FactorProblem required(StartedSignIn started) {
        FactorProblem problem = new FactorProblem(
                HttpStatus.UNAUTHORIZED, "second-factor-required", Message.of("detail.second-factor-required"));
        problem.getBody().setProperty("transaction", started.token());
        problem.getBody().setProperty("factors", started.factors());
        return problem;
    }

    /** A confirmation has a right password and no second factor: 422, because the access token is valid. */
    static FactorProblem missing(List<String> factors) {
        FactorProblem problem = new FactorProblem(
                HttpStatus.UNPROCESSABLE_CONTENT, "second-factor-missing", Message.of("detail.second-factor-missing"));
        problem.getBody().setProperty("factors", factors);
        return problem;
    }

    /** The code is wrong, used or expired; the problem does not say which. */
    public static FactorProblem invalidCode() {
        return new FactorProblem(
                HttpStatus.UNPROCESSABLE_CONTENT, "invalid-code", Message.of("detail.invalid-code.second-factor"));
    }

    /** The transaction is unknown, used or expired, or had too many wrong codes; the problem does not say which. */
    public static FactorProblem invalidTransaction() {
        return new FactorProblem(
                HttpStatus.UNAUTHORIZED, "invalid-transaction", Message.of("detail.invalid-transaction"));
    }

    /** The account has no such factor. */
    public static FactorProblem notFound() {
        return new FactorProblem(HttpStatus.NOT_FOUND, "not-found", Message.of("detail.not-found.factor"));
    }

    /** The account has no password, and would have fewer than two passkeys. */
    static FactorProblem passkeysRequired() {
        return new FactorProblem(
                HttpStatus.CONFLICT, "passkeys-required", Message.of("detail.passkeys-required.passkey"));
    }

    /** Recovery codes and roles of operators exist only beside a factor. */
    public static FactorProblem none() {
        return new FactorProblem(HttpStatus.CONFLICT, "no-second-factor", Message.of("detail.no-second-factor"));
    }
}
