package dev.haru.auth.account;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** No account has this id: 404. */
public final class AccountNotFound extends ProblemException {

    private AccountNotFound(Message detail) {
        super(HttpStatus.NOT_FOUND, "not-found", detail);
    }

    /** No account that is not erased has this id. */
    public static AccountNotFound withId(UUID id) {
        return new AccountNotFound(Message.of("detail.not-found.account", id));
    }
}
