package dev.haru.auth.signin;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.device.DeviceCookie;
import dev.haru.auth.device.DeviceCookies;
import dev.haru.auth.device.SignInDevice;
import dev.haru.auth.event.LateEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.password.Passwords;
import dev.haru.auth.session.SessionOpener;
import dev.haru.auth.session.TokenResponse;
import dev.haru.platform.device.DeviceToken;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.stereotype.Component;

/** Checks a sign-in attempt and opens a session. The checks use memory first, then Redis, the database and the hash. */
@Component
class SignIn {

    private final Accounts accounts;
    private final Passwords passwords;
    private final SessionOpener sessions;
    private final DeviceCookies cookies;
    private final LateEvents events;

    SignIn(Accounts accounts, Passwords passwords, SessionOpener sessions, DeviceCookies cookies, LateEvents events) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.sessions = sessions;
        this.cookies = cookies;
        this.events = events;
    }

    /**
     * Runs the checks that need neither Redis nor the database. Throws the 428 or 429 problem of the login guard, or
     * 503 if the hashing queue is full.
     */
    void rejectFromMemory(SignInAttempt attempt) {
        attempt.guarded().rejectIfRecentlyChallenged();
        passwords.requireRoom(attempt.origin().client());
    }

    /**
     * Opens a session. Throws {@link InvalidSignIn}, after the same work, for a wrong password and for an unknown
     * nickname. Also throws the problems of {@link LoginGuard} and {@link Passwords}.
     */
    OpenedSession signIn(SignInAttempt attempt) {
        attempt.guarded().admit();
        Optional<Credentials> credentials = accounts.credentialsOf(attempt.nicknameKey(), attempt.deviceId());
        if (!credentials.map(Credentials::deviceKnown).orElse(false)) {
            attempt.guarded().rejectDevice();
        }
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
        return open(attempt, credentials.orElseThrow());
    }

    private OpenedSession open(SignInAttempt attempt, Credentials verified) {
        Optional<DeviceToken> known = attempt.device().filter(_ -> verified.deviceKnown());
        SignInDevice device =
                known.map(DeviceToken::device).map(SignInDevice::known).orElseGet(SignInDevice::unknown);
        TokenResponse tokens = sessions.open(withUpgradedHash(verified, attempt), device, attempt.origin())
                .orElseGet(() -> openAfterHashChange(attempt, device));
        boolean hasCookie = known.filter(token -> !cookies.needsRenewal(token, attempt.nicknameKey()))
                .isPresent();
        return new OpenedSession(
                tokens,
                hasCookie
                        ? Optional.empty()
                        : Optional.of(cookies.issue(device.id(), verified.accountId(), attempt.nicknameKey())));
    }

    /** Replaces a weak stored hash with a stronger one. Returns the credentials with the hash that is stored now. */
    private Credentials withUpgradedHash(Credentials verified, SignInAttempt attempt) {
        return passwords
                .upgraded(
                        attempt.password(),
                        verified.passwordHash(),
                        attempt.origin().client())
                .filter(stronger -> accounts.replaceHash(verified, stronger))
                .map(verified::withHash)
                .orElse(verified);
    }

    /**
     * Verifies the password once more and opens the session. The stored hash was replaced after it was read: by the
     * hash of another password, or by a stronger hash of the same password.
     */
    private TokenResponse openAfterHashChange(SignInAttempt attempt, SignInDevice device) {
        Credentials now =
                accounts.credentialsOf(attempt.nicknameKey(), device.id()).orElseThrow(InvalidSignIn::new);
        if (!passwords.matches(
                attempt.password(), now.passwordHash(), attempt.origin().client(), BooleanSupplier::getAsBoolean)) {
            throw new InvalidSignIn();
        }
        return sessions.open(now, device, attempt.origin()).orElseThrow(InvalidSignIn::new);
    }

    /** The tokens of the new session, and a device cookie if the client needs a new one. */
    record OpenedSession(TokenResponse tokens, Optional<DeviceCookie> device) {}
}
