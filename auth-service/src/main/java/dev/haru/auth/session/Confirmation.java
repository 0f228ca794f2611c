package dev.haru.auth.session;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.event.LateEvents;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.guard.PasswordAttempt;
import dev.haru.auth.password.Passwords;
import dev.haru.auth.proof.FreshProofs;
import java.util.UUID;
import java.util.function.Predicate;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.stereotype.Component;

/**
 * Requires the password again from a signed-in member. An access token alone is not enough for a change that cannot be
 * undone.
 */
@Component
public class Confirmation {

    private static final int TRIES = 2;

    private final Accounts accounts;
    private final LoginGuard guard;
    private final Passwords passwords;
    private final FreshProofs proofs;
    private final LateEvents events;

    Confirmation(Accounts accounts, LoginGuard guard, Passwords passwords, FreshProofs proofs, LateEvents events) {
        this.accounts = accounts;
        this.guard = guard;
        this.passwords = passwords;
        this.proofs = proofs;
        this.events = events;
    }

    /**
     * Checks the password and runs a change that is valid only for the credentials of that check. If the credentials
     * were replaced in the meantime, by a stronger hash or another password, this method checks the password once more.
     * Throws {@link WrongCurrentPassword} for a wrong password, and a 429 problem after many of them, since the access
     * token may be stolen. An account with a second factor also needs a fresh proof in the session of the origin, or
     * this method throws the 403 problem before it checks the password.
     *
     * @param change the change that needs the password; returns false if the verified credentials are no longer the
     *     stored ones
     * @return false if the account was closed in the meantime
     */
    public boolean require(UUID accountId, String password, Origin origin, Predicate<Credentials> change) {
        return require(accountId, password, true, origin, change);
    }

    /** As {@link #require}, but without a second factor. The change checks it if the account has one. */
    public boolean requirePassword(UUID accountId, String password, Origin origin, Predicate<Credentials> change) {
        return require(accountId, password, false, origin, change);
    }

    private boolean require(
            UUID accountId, String password, boolean withProof, Origin origin, Predicate<Credentials> change) {
        for (int tries = 0; tries < TRIES; tries++) {
            if (change.test(confirmed(accountId, password, withProof, origin))) {
                return true;
            }
            if (accounts.credentialsOf(accountId).isEmpty()) {
                return false;
            }
        }
        throw WrongCurrentPassword.ofMember();
    }

    /** The failures of the client remain if a second factor is still missing, as in a sign-in. */
    private Credentials confirmed(UUID accountId, String password, boolean withProof, Origin origin) {
        Credentials credentials = accounts.credentialsOf(accountId).orElseThrow(Confirmation::accountClosed);
        if (withProof && credentials.secondFactor()) {
            proofs.requireNow(accountId, origin.sessionId());
        }
        PasswordAttempt attempt = guard.confirmation(origin.address(), accountId);
        attempt.admit();
        if (!passwords.matches(password, credentials.passwordHash(), origin.client(), attempt::check)) {
            attempt.failed(password);
            events.append(accountId, Kind.CONFIRMATION_FAILED, origin);
            throw WrongCurrentPassword.ofMember();
        }
        if (withProof || !credentials.secondFactor()) {
            attempt.succeeded();
        }
        return credentials;
    }

    /** Returns the 401 problem for a request whose account was closed after its access token was checked. */
    public static AuthenticationException accountClosed() {
        return new AuthenticationCredentialsNotFoundException("the account is closed");
    }
}
