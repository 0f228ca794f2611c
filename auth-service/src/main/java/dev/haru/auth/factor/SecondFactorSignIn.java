package dev.haru.auth.factor;

import dev.haru.auth.account.Credentials;
import dev.haru.auth.device.DeviceCookies;
import dev.haru.auth.device.SignInDevice;
import dev.haru.auth.event.LateEvents;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.guard.PasswordAttempt;
import dev.haru.auth.session.OpenedSession;
import dev.haru.auth.session.SessionOpener;
import dev.haru.auth.session.TokenResponse;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.device.DeviceTokens;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Checks the second factor of a sign-in and opens the session, in the first request or in a second one. A wrong second
 * factor counts in the login guard like a wrong password, against the account, and in a second request against the
 * transaction. No session exists before the check. The use of a code and the new session are committed together, so no
 * code is used up without a session.
 *
 * <p>Longer than 120 lines because it keeps the steps of a sign-in with a second factor together.
 */
@Component
public class SecondFactorSignIn {

    private final SignInTransactions transactions;
    private final CodeFailures failures;
    private final LoginGuard guard;
    private final DeviceTokens devices;
    private final DeviceCookies cookies;
    private final SessionOpener sessions;
    private final LateEvents events;
    private final Clock clock;
    private final TransactionTemplate transaction;

    SecondFactorSignIn(
            SignInTransactions transactions,
            CodeFailures failures,
            LoginGuard guard,
            DeviceTokens devices,
            DeviceCookies cookies,
            SessionOpener sessions,
            LateEvents events,
            Clock clock,
            PlatformTransactionManager manager) {
        this.transactions = transactions;
        this.failures = failures;
        this.guard = guard;
        this.devices = devices;
        this.cookies = cookies;
        this.sessions = sessions;
        this.events = events;
        this.clock = clock;
        this.transaction = new TransactionTemplate(manager);
    }

    /**
     * Opens the session of a transaction. Throws the 401 problem {@code invalid-transaction}, the 422 problem
     * {@code invalid-code} for a wrong second factor, and the 428 and 429 problems of the login guard.
     */
    public OpenedSession complete(SecondFactorAttempt attempt, SecondFactorCheck check) {
        Optional<DeviceToken> device = devices.verify(attempt.device());
        PendingSignIn pending = transactions
                .find(attempt.transaction(), device.map(DeviceToken::device).orElse(null))
                .orElseThrow(FactorProblem::invalidTransaction);
        PasswordAttempt guarded =
                guard.signIn(attempt.origin().address(), pending.nicknameKey(), attempt.device(), attempt.solution());
        admit(pending, guarded);
        Credentials verified = pending.credentials();
        OpenedSession opened = transaction.execute(_ -> open(pending, check, guarded, device, attempt));
        if (opened == null) {
            throw failed(verified, sourceOf(device, verified), guarded, attempt.origin());
        }
        guarded.succeeded();
        return opened;
    }

    /**
     * Opens the session of a sign-in that has its second factor beside a right password, without a transaction for a
     * second request. Empty if the credentials have changed since they were read. Throws the 422 problem
     * {@code invalid-code} for a wrong second factor, and the 429 problem after too many.
     *
     * @param guarded the attempt whose password was checked
     */
    public Optional<TokenResponse> open(
            Credentials verified,
            SignInDevice device,
            Origin origin,
            PasswordAttempt guarded,
            SecondFactorCheck check) {
        UUID source = verified.deviceKnown() ? device.id() : CodeFailures.UNKNOWN_DEVICES;
        failures.refuseIfTooMany(verified.accountId(), source);
        Optional<TokenResponse> opened =
                transaction.execute(status -> open(verified, device, origin, guarded, check, status));
        if (opened == null) {
            throw failed(verified, source, guarded, origin);
        }
        opened.ifPresent(_ -> guarded.succeeded());
        return opened;
    }

    /** Returns null if the second factor is wrong. If no session opens, the use of the code is rolled back. */
    private @Nullable Optional<TokenResponse> open(
            Credentials verified,
            SignInDevice device,
            Origin origin,
            PasswordAttempt guarded,
            SecondFactorCheck check,
            TransactionStatus status) {
        if (!guarded.check(() -> check.passes(verified.accountId()))) {
            return null;
        }
        Optional<TokenResponse> opened = sessions.open(verified, device, origin);
        if (opened.isEmpty()) {
            status.setRollbackOnly();
        }
        return opened;
    }

    private FactorProblem failed(Credentials verified, UUID source, PasswordAttempt guarded, Origin origin) {
        failures.add(verified.accountId(), source); // first, because no other count lasts a day
        guarded.failed();
        events.append(verified.accountId(), Kind.SECOND_FACTOR_FAILED, origin);
        return FactorProblem.invalidCode();
    }

    /** Returns null, which keeps the try, if the second factor is wrong. Each problem takes the use of a code back. */
    private @Nullable OpenedSession open(
            PendingSignIn pending,
            SecondFactorCheck check,
            PasswordAttempt guarded,
            Optional<DeviceToken> device,
            SecondFactorAttempt attempt) {
        if (!transactions.takeTry(pending)) {
            throw FactorProblem.invalidTransaction();
        }
        if (!guarded.check(() -> check.passes(pending.credentials().accountId()))) {
            return null;
        }
        transactions.complete(pending);
        return open(pending, device, attempt);
    }

    private void admit(PendingSignIn pending, PasswordAttempt guarded) {
        guarded.rejectIfRecentlyChallenged();
        guarded.admit();
        if (!pending.credentials().deviceKnown()) {
            guarded.rejectDevice();
        }
        Instant refusedUntil = pending.refusedUntil();
        if (refusedUntil != null) {
            throw LoginGuard.tooManyAttempts(refusedUntil, clock.instant());
        }
    }

    private OpenedSession open(PendingSignIn pending, Optional<DeviceToken> device, SecondFactorAttempt attempt) {
        Credentials verified = pending.credentials();
        SignInDevice opened = cookies.deviceOf(device, verified.deviceKnown());
        TokenResponse tokens =
                sessions.open(verified, opened, attempt.origin()).orElseThrow(FactorProblem::invalidTransaction);
        return new OpenedSession(tokens, cookies.renewed(device, opened, verified.accountId(), pending.nicknameKey()));
    }

    private static UUID sourceOf(Optional<DeviceToken> device, Credentials verified) {
        return device.filter(_ -> verified.deviceKnown())
                .map(DeviceToken::device)
                .orElse(CodeFailures.UNKNOWN_DEVICES);
    }
}
