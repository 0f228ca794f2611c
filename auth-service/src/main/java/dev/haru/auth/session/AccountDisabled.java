package dev.haru.auth.session;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** An operator has disabled the account: 403, only after a correct password. */
final class AccountDisabled extends ProblemException {

    AccountDisabled() {
        super(HttpStatus.FORBIDDEN, "account-disabled", Message.of("detail.account-disabled"));
    }
}
