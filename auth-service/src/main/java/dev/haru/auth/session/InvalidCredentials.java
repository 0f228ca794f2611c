package dev.haru.auth.session;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The password or the refresh token is not valid: 401, without a hint at the reason. */
final class InvalidCredentials extends ProblemException {

    private InvalidCredentials(String code, String detail) {
        super(HttpStatus.UNAUTHORIZED, code, detail);
    }

    static InvalidCredentials password() {
        return new InvalidCredentials("invalid-credentials", "The current password is wrong.");
    }

    static InvalidCredentials refreshToken() {
        return new InvalidCredentials(
                "invalid-refresh-token", "The refresh token is unknown, used, expired or revoked. Sign in again.");
    }
}
