package dev.haru.auth.session;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.event.Origin;
import dev.haru.auth.guard.Admission;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.password.Passwords;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Has somebody who is signed in say the password once more: a token alone is not enough for what cannot be undone. */
@Component
public class Confirmation {

    private final Accounts accounts;
    private final LoginGuard guard;
    private final Passwords passwords;

    Confirmation(Accounts accounts, LoginGuard guard, Passwords passwords) {
        this.accounts = accounts;
        this.guard = guard;
        this.passwords = passwords;
    }

    /** The credentials; throws a 401 problem for a wrong password, and a 429 one for many: tokens get stolen. */
    public Credentials require(UUID accountId, String password, Origin origin) {
        Credentials credentials = accounts.credentialsOf(accountId).orElseThrow(InvalidCredentials::password);
        Admission admission = guard.admitConfirmation(origin.address(), accountId);
        if (!passwords.matches(password, credentials.passwordHash(), admission::check)) {
            admission.failed();
            throw InvalidCredentials.password();
        }
        admission.succeeded();
        return credentials;
    }
}
