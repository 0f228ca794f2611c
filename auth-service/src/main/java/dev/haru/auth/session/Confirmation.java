package dev.haru.auth.session;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.event.LateEvents;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.guard.PasswordAttempt;
import dev.haru.auth.password.Passwords;
import java.util.UUID;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/** Has somebody who is signed in say the password once more: a token alone is not enough for what cannot be undone. */
@Component
public class Confirmation {

    private static final int TRIES = 2;

    private final Accounts accounts;
    private final LoginGuard guard;
    private final Passwords passwords;
    private final LateEvents events;

    Confirmation(Accounts accounts, LoginGuard guard, Passwords passwords, LateEvents events) {
        this.accounts = accounts;
        this.guard = guard;
        this.passwords = passwords;
        this.events = events;
    }

    /**
     * Has the password confirmed for what holds only while the credentials that it was found right for are the stored
     * ones. Once more when they were replaced meanwhile: by a stronger hash of the same password, or by another's.
     * Throws a 401 problem for a wrong password, and a 429 one for many: tokens get stolen.
     *
     * @param change what needs the password; false when its credentials are not the stored ones any more
     * @return false when the account was closed meanwhile
     */
    public boolean require(UUID accountId, String password, Origin origin, Predicate<Credentials> change) {
        for (int tries = 0; tries < TRIES; tries++) {
            if (change.test(confirmed(accountId, password, origin))) {
                return true;
            }
            if (accounts.credentialsOf(accountId).isEmpty()) {
                return false;
            }
        }
        throw InvalidCredentials.password();
    }

    private Credentials confirmed(UUID accountId, String password, Origin origin) {
        Credentials credentials = accounts.credentialsOf(accountId).orElseThrow(InvalidCredentials::password);
        PasswordAttempt attempt = guard.confirmation(origin.address(), accountId);
        attempt.admit();
        if (!passwords.matches(password, credentials.passwordHash(), origin.client(), attempt::check)) {
            attempt.failed(password);
            events.append(accountId, Kind.CONFIRMATION_FAILED, origin);
            throw InvalidCredentials.password();
        }
        attempt.succeeded();
        return credentials;
    }
}
