package dev.haru.auth.factor;

import dev.haru.auth.device.Devices;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.proof.FreshProofs;
import dev.haru.auth.session.AllSessions;
import dev.haru.auth.session.Confirmation;
import dev.haru.platform.identity.Revocations;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Adds and removes second factors. Each change needs a fresh proof in its session, ends all other sessions and known
 * devices of the account, and leaves a security event (OWASP ASVS 5.0, 7.4.3).
 *
 * <p>Longer than 120 lines because it keeps the rules of all changes together.
 */
@Component
public class FactorChanges {

    private final FactorStore store;
    private final RecoveryCodes recoveryCodes;
    private final RecoveryCodeStore recoveryCodeStore;
    private final FreshProofs proofs;
    private final AllSessions sessions;
    private final Devices devices;
    private final Revocations revocations;
    private final SecurityEvents events;
    private final Clock clock;

    FactorChanges(
            FactorStore store,
            RecoveryCodes recoveryCodes,
            RecoveryCodeStore recoveryCodeStore,
            FreshProofs proofs,
            AllSessions sessions,
            Devices devices,
            Revocations revocations,
            SecurityEvents events,
            Clock clock) {
        this.store = store;
        this.recoveryCodes = recoveryCodes;
        this.recoveryCodeStore = recoveryCodeStore;
        this.proofs = proofs;
        this.sessions = sessions;
        this.devices = devices;
        this.revocations = revocations;
        this.events = events;
        this.clock = clock;
    }

    /**
     * Begins a change in the current transaction. Later changes of the account wait for its end. Throws the 403 problem
     * without a fresh proof in the session.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void begin(UUID account, UUID session) {
        if (!store.lock(account)) {
            throw Confirmation.accountClosed();
        }
        proofs.require(account, session);
    }

    /**
     * Adds a factor that its owner has confirmed, after {@link #begin}. The session then has a fresh proof with a
     * second factor. Returns the id of the factor, and the recovery codes if the account has none yet.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Added add(UUID account, UUID session, FactorKind kind, @Nullable String name, Origin origin) {
        Instant now = clock.instant();
        UUID factor = store.add(account, kind, name, now);
        proofs.addSecondFactor(session);
        List<String> codes = recoveryCodeStore.exists(account) ? List.of() : recoveryCodes.replace(account);
        endOthers(account, session);
        events.appendAboutFactor(account, Kind.FACTOR_ADDED, factor, origin.in(session), now);
        return new Added(factor, codes);
    }

    /** Records that the owner has replaced the secret or key of a factor, after {@link #begin}. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void replace(UUID account, UUID session, UUID factor, Origin origin) {
        Instant now = clock.instant();
        store.renew(factor, now);
        endOthers(account, session);
        events.appendAboutFactor(account, Kind.FACTOR_REPLACED, factor, origin.in(session), now);
    }

    /**
     * Removes a factor, after {@link #begin}. The last one takes the recovery codes with it. Throws the 404 problem if
     * the account has no such factor, and 409 if it has no password and would have fewer than two passkeys.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void remove(UUID account, UUID session, UUID factor, Origin origin) {
        if (!store.remove(account, factor)) {
            throw FactorProblem.notFound();
        }
        if (store.hasTooFewPasskeys(account)) {
            throw FactorProblem.passkeysRequired();
        }
        if (!store.updateSecondFactor(account)) {
            recoveryCodeStore.remove(account);
        }
        finish(account, session, Kind.FACTOR_REMOVED, origin);
    }

    /** Removes all factors and the recovery codes, for a member who has lost them. Returns false without an account. */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean removeAll(UUID account, Origin origin) {
        if (!store.lock(account)) {
            return false;
        }
        store.removeAll(account);
        store.updateSecondFactor(account);
        recoveryCodeStore.remove(account);
        events.append(account, Kind.FACTOR_REMOVED, origin);
        return true;
    }

    /**
     * Removes a factor that a thief has added, and the factors and recovery codes that were added since then, for the
     * recipient of a notice. The last factor takes the recovery codes with it.
     *
     * @param factor the factor that the notice names; null for none. It may be removed already
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void removeForeign(UUID account, @Nullable UUID factor, Instant since, Origin origin) {
        recoveryCodeStore.removeSince(account, since);
        boolean named = factor != null && store.remove(account, factor);
        if (store.removeSince(account, since) || named) {
            if (!store.updateSecondFactor(account)) {
                recoveryCodeStore.remove(account);
            }
            events.append(account, Kind.FACTOR_REMOVED, origin);
        }
    }

    /** Removes the recovery codes that a thief has created, for the recipient of their notice. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void removeForeignCodes(UUID account) {
        recoveryCodeStore.remove(account);
    }

    /** Replaces the recovery codes. Throws the 409 problem if the account has no second factor. */
    @Transactional
    List<String> replaceRecoveryCodes(UUID account, UUID session, Origin origin) {
        begin(account, session);
        if (store.kinds(account).isEmpty()) {
            throw FactorProblem.none();
        }
        List<String> codes = recoveryCodes.replace(account);
        finish(account, session, Kind.RECOVERY_CODES_CREATED, origin);
        return codes;
    }

    /** Ends a change, after {@link #begin}: ends all other sessions and known devices, and appends the event. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void finish(UUID account, UUID session, Kind kind, Origin origin) {
        endOthers(account, session);
        events.append(account, kind, origin.in(session));
    }

    private void endOthers(UUID account, UUID session) {
        sessions.endOthers(account, session);
        devices.endOthers(account, session);
        revocations.otherSessionsEnded(account, session);
    }

    /**
     * An added factor.
     *
     * @param recoveryCodes new recovery codes; empty if the account has codes already
     */
    public record Added(UUID id, List<String> recoveryCodes) {

        @Override
        public String toString() {
            return "Added[id=" + id + "]";
        }
    }
}
