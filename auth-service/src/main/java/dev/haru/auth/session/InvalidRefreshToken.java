package dev.haru.auth.session;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The refresh token is not valid: 401, without a hint at the reason. */
final class InvalidRefreshToken extends ProblemException {

    private InvalidRefreshToken() {
        super(HttpStatus.UNAUTHORIZED, "invalid-refresh-token", Message.of("detail.invalid-refresh-token"));
    }

    static InvalidRefreshToken ofClient() {
        return new InvalidRefreshToken();
    }
}
