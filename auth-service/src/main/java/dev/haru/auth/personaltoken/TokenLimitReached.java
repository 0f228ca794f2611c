package dev.haru.auth.personaltoken;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The account has the maximum of personal access tokens: 409. */
final class TokenLimitReached extends ProblemException {

    private TokenLimitReached(Message detail) {
        super(HttpStatus.CONFLICT, "token-limit-reached", detail);
    }

    static TokenLimitReached of(int maximum) {
        return new TokenLimitReached(Message.of("detail.token-limit-reached", maximum));
    }
}
