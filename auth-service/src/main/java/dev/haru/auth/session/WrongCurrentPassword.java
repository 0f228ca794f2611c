package dev.haru.auth.session;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/**
 * The password of a signed-in member is wrong: 422. It is not 401, because the access token is valid, and clients
 * refresh their tokens after 401.
 */
final class WrongCurrentPassword extends ProblemException {

    private WrongCurrentPassword() {
        super(HttpStatus.UNPROCESSABLE_CONTENT, "wrong-current-password", Message.of("detail.wrong-current-password"));
    }

    static WrongCurrentPassword ofMember() {
        return new WrongCurrentPassword();
    }
}
