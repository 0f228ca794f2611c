package dev.haru.auth.account;

import dev.haru.platform.problem.ProblemException;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** No account has this id: 404. */
final class AccountNotFound extends ProblemException {

    private AccountNotFound(String detail) {
        super(HttpStatus.NOT_FOUND, "not-found", detail);
    }

    static AccountNotFound withId(UUID id) {
        return new AccountNotFound("No account has the id " + id + ".");
    }
}
