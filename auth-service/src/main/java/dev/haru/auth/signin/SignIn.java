package dev.haru.auth.signin;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.device.DeviceCookies;
import dev.haru.auth.device.SignInDevice;
import dev.haru.auth.event.LateEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.factor.FactorProblem;
import dev.haru.auth.factor.SecondFactorCheck;
import dev.haru.auth.factor.SecondFactorSignIn;
import dev.haru.auth.factor.SignInTransactions;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.password.Passwords;
import dev.haru.auth.session.OpenedSession;
import dev.haru.auth.session.SessionOpener;
import dev.haru.auth.session.TokenResponse;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.stereotype.Component;

/**
 * Checks a sign-in attempt and opens a session. The checks use memory first, then Redis, the database and the hash. If
 * an account has a second factor, the session opens only with the right code in the same request. Without a code, a
 * transaction begins, which {@link SecondFactorSignIn} completes.
 *
 * <p>Longer than 120 lines because it keeps the steps of a sign-in together.
 */
@Component
class SignIn {

    private final Accounts accounts;
    private final Passwords passwords;
    private final SessionOpener sessions;
    private final SignInTransactions transactions;
    private final SecondFactorSignIn secondFactors;
    private final CodeChecks checks;
    private final DeviceCookies cookies;
    private final LateEvents events;

    SignIn(
            Accounts accounts,
            Passwords passwords,
            SessionOpener sessions,
            SignInTransactions transactions,
            SecondFactorSignIn secondFactors,
            CodeChecks checks,
            DeviceCookies cookies,
            LateEvents events) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.sessions = sessions;
        this.transactions = transactions;
        this.secondFactors = secondFactors;
        this.checks = checks;
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
     * nickname. For an account with a second factor, throws the 401 problem {@code second-factor-required} if the
     * request has no code, and the 422 problem {@code invalid-code} if the code is wrong. Also throws the problems of
     * {@link LoginGuard} and {@link Passwords}.
     */
    OpenedSession signIn(SignInAttempt attempt) {
        attempt.guarded().admit();
        Optional<Credentials> credentials = accounts.credentialsOf(attempt.name(), attempt.deviceId());
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
        return open(attempt, withUpgradedHash(credentials.orElseThrow(), attempt));
    }

    private OpenedSession open(SignInAttempt attempt, Credentials verified) {
        SignInDevice device = cookies.deviceOf(attempt.device(), verified.deviceKnown());
        TokenResponse tokens = open(attempt, verified, device).orElseGet(() -> openAfterChange(attempt, device));
        return new OpenedSession(
                tokens,
                cookies.renewed(
                        attempt.device(),
                        device,
                        verified.accountId(),
                        attempt.name().key()));
    }

    /** Empty if the credentials have changed since they were read. */
    private Optional<TokenResponse> open(SignInAttempt attempt, Credentials verified, SignInDevice device) {
        Optional<SecondFactorCheck> code =
                verified.secondFactor() ? checks.ofApp(verified.accountId(), attempt.code()) : Optional.empty();
        if (code.isPresent()) {
            return secondFactors.open(verified, device, attempt.origin(), attempt.guarded(), code.get());
        }
        if (verified.secondFactor()) {
            // The failures of the client remain: otherwise each right password would permit further wrong codes.
            return transactions.begin(verified).map(started -> {
                throw FactorProblem.required(started);
            });
        }
        attempt.guarded().succeeded();
        return sessions.open(verified, device, attempt.origin());
    }

    /** Replaces a weak stored hash with a stronger one. Returns the credentials with the hash that is stored now. */
    private Credentials withUpgradedHash(Credentials verified, SignInAttempt attempt) {
        return passwords
                .upgraded(
                        attempt.password(),
                        verified.passwordHash(),
                        attempt.origin().client())
                .filter(stronger -> accounts.upgradeHash(verified, stronger))
                .map(verified::withHash)
                .orElse(verified);
    }

    /**
     * Verifies the password once more and opens the session. All sessions of the account have ended, it has got or lost
     * its second factors, or the stored hash was replaced: by the hash of another password, or by a stronger hash of
     * the same password.
     */
    private TokenResponse openAfterChange(SignInAttempt attempt, SignInDevice device) {
        Credentials now = accounts.credentialsOf(attempt.name(), device.id()).orElseThrow(InvalidSignIn::new);
        if (!passwords.matches(
                attempt.password(), now.passwordHash(), attempt.origin().client(), BooleanSupplier::getAsBoolean)) {
            throw new InvalidSignIn();
        }
        return open(attempt, now, device).orElseThrow(InvalidSignIn::new);
    }
}
