package dev.haru.auth.passkey;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** A change of the passkeys of an account is not possible. */
final class PasskeyProblem extends ProblemException {

    /** The 503 of an operation that needs passkeys, in the API document. */
    static final String NOT_CONFIGURED =
            "`passkeys-not-configured`: the deployment has no passkeys, and the response has no `Retry-After`; "
                    + "`service-unavailable`: try again after `Retry-After` seconds";

    private PasskeyProblem(HttpStatus status, String code, Message detail) {
        super(status, code, detail);
    }

    /** Without {@code Retry-After}, because only the operator can end the cause. */
    static PasskeyProblem notConfigured() {
        return new PasskeyProblem(
                HttpStatus.SERVICE_UNAVAILABLE,
                "passkeys-not-configured",
                Message.of("detail.passkeys-not-configured"));
    }

    static PasskeyProblem limitReached(int limit) {
        return new PasskeyProblem(
                HttpStatus.CONFLICT, "passkey-limit-reached", Message.of("detail.passkey-limit-reached", limit));
    }

    /** An account has this credential; authenticators make a new one for each registration. */
    static PasskeyProblem registered() {
        return new PasskeyProblem(
                HttpStatus.CONFLICT, "passkey-already-registered", Message.of("detail.passkey-already-registered"));
    }

    /** The account has fewer than two passkeys, so it needs its password. */
    static PasskeyProblem passwordNeeded() {
        return new PasskeyProblem(
                HttpStatus.CONFLICT, "passkeys-required", Message.of("detail.passkeys-required.password"));
    }

    static PasskeyProblem passwordExists() {
        return new PasskeyProblem(HttpStatus.CONFLICT, "password-exists", Message.of("detail.password-exists"));
    }

    static PasskeyProblem notFound(UUID id) {
        return new PasskeyProblem(HttpStatus.NOT_FOUND, "not-found", Message.of("detail.not-found.passkey", id));
    }
}
