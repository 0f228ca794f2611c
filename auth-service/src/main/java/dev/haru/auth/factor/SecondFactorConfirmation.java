package dev.haru.auth.factor;

import dev.haru.auth.event.LateEvents;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.guard.PasswordAttempt;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Requires a second factor again from a signed-in member. A wrong one counts in the login guard like a wrong password
 * of a confirmation, and against the session.
 */
@Component
public class SecondFactorConfirmation {

    private final FactorStore store;
    private final CodeFailures failures;
    private final LoginGuard guard;
    private final LateEvents events;
    private final TransactionTemplate transaction;

    SecondFactorConfirmation(
            FactorStore store,
            CodeFailures failures,
            LoginGuard guard,
            LateEvents events,
            PlatformTransactionManager transactions) {
        this.store = store;
        this.failures = failures;
        this.guard = guard;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Checks a second factor of the account and makes a change, both in one transaction: without the change, no code is
     * used up. Throws a 422 problem for a missing or wrong factor, and a 429 problem after many wrong ones.
     *
     * @param check the check of the response; empty if the request has none
     * @param origin the origin with the session
     * @param change the change that needs the factor; returns false if it is no longer possible
     * @return the result of the change
     */
    public boolean require(UUID account, Optional<SecondFactorCheck> check, Origin origin, BooleanSupplier change) {
        SecondFactorCheck given = check.orElseThrow(() -> FactorProblem.missing(store.kinds(account)));
        UUID session = Objects.requireNonNull(origin.sessionId(), "a member has a session");
        failures.refuseIfTooMany(account, session);
        PasswordAttempt attempt = guard.confirmation(origin.address(), account);
        attempt.admit();
        Boolean changed = transaction.execute(status -> {
            store.lock(account);
            if (!attempt.check(() -> given.passes(account))) {
                return null;
            }
            if (!change.getAsBoolean()) {
                status.setRollbackOnly();
                return false;
            }
            return true;
        });
        if (changed == null) {
            attempt.failed();
            failures.add(account, session);
            events.append(account, Kind.SECOND_FACTOR_FAILED, origin);
            throw FactorProblem.invalidCode();
        }
        attempt.succeeded();
        return changed;
    }
}
