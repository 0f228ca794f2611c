package dev.haru.auth.signin;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.event.LateEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.guard.DeviceCookie;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.password.Passwords;
import dev.haru.auth.session.SessionOpener;
import dev.haru.auth.session.TokenResponse;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.stereotype.Component;

/** Takes a sign-in attempt through its gates: first those in memory, then Redis, the database and the hash. */
@Component
class SignIn {

    private final LoginGuard guard;
    private final Accounts accounts;
    private final Passwords passwords;
    private final SessionOpener sessions;
    private final LateEvents events;

    SignIn(LoginGuard guard, Accounts accounts, Passwords passwords, SessionOpener sessions, LateEvents events) {
        this.guard = guard;
        this.accounts = accounts;
        this.passwords = passwords;
        this.sessions = sessions;
        this.events = events;
    }

    /** The gates that need neither Redis nor the database: 428 or 429 of the login guard, 503 of a full queue. */
    void rejectFromMemory(SignInAttempt attempt) {
        attempt.guarded().rejectIfRecentlyChallenged();
        passwords.requireRoom(attempt.origin().client());
    }

    /**
     * Opens a session. Throws {@link InvalidSignIn} alike, after the same work, for a wrong password and an unknown
     * nickname, and the problems of {@link LoginGuard} and {@link Passwords}.
     */
    OpenedSession signIn(SignInAttempt attempt) {
        attempt.guarded().admit();
        Optional<Credentials> credentials = accounts.credentialsOf(attempt.nicknameKey());
        boolean right = passwords.matches(
                attempt.password(),
                credentials.map(Credentials::passwordHash).orElse(null),
                attempt.origin().client(),
                attempt.guarded()::check);
        if (!right) {
            attempt.guarded().failed(attempt.password());
            credentials.ifPresent(account -> events.append(account.accountId(), Kind.SIGN_IN_FAILED, attempt.origin()));
            throw new InvalidSignIn();
        }
        attempt.guarded().succeeded();
        return new OpenedSession(open(attempt, credentials.orElseThrow()), guard.newDevice(attempt.guarded()));
    }

    private TokenResponse open(SignInAttempt attempt, Credentials verified) {
        return sessions.open(strengthened(verified, attempt), attempt.origin())
                .orElseGet(() -> openAfterAChange(attempt));
    }

    /** The credentials as they are stored from now on: with a stronger hash, if the one that was verified is weak. */
    private Credentials strengthened(Credentials verified, SignInAttempt attempt) {
        return passwords
                .upgraded(
                        attempt.password(),
                        verified.passwordHash(),
                        attempt.origin().client())
                .filter(stronger -> accounts.replaceHash(verified, stronger))
                .map(stronger -> new Credentials(verified.accountId(), stronger))
                .orElse(verified);
    }

    /** The hash was replaced since it was read: by another password, or by a stronger hash of the same password. */
    private TokenResponse openAfterAChange(SignInAttempt attempt) {
        Credentials now = accounts.credentialsOf(attempt.nicknameKey()).orElseThrow(InvalidSignIn::new);
        if (!passwords.matches(
                attempt.password(), now.passwordHash(), attempt.origin().client(), BooleanSupplier::getAsBoolean)) {
            throw new InvalidSignIn();
        }
        return sessions.open(now, attempt.origin()).orElseThrow(InvalidSignIn::new);
    }

    /** The tokens of the new session, and a cookie when the device was not known. */
    record OpenedSession(TokenResponse tokens, Optional<DeviceCookie> device) {}
}
