package dev.haru.auth.totp;

import dev.haru.auth.event.Origin;
import dev.haru.auth.factor.FactorChanges;
import dev.haru.auth.factor.FactorKind;
import dev.haru.auth.factor.FactorProblem;
import dev.haru.auth.factor.SecondFactorCheck;
import dev.haru.auth.totp.TotpStore.StoredTotp;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The authenticator app of an account: one, which a new one replaces. A secret counts only after its first code, so
 * that a member whose app did not store the secret can still sign in.
 */
@Component
public class TotpFactor {

    private static final Logger log = LoggerFactory.getLogger(TotpFactor.class);

    private final TotpStore store;
    private final TotpSecrets secrets;
    private final FactorChanges changes;
    private final TotpProperties properties;
    private final Clock clock;

    TotpFactor(TotpStore store, TotpSecrets secrets, FactorChanges changes, TotpProperties properties, Clock clock) {
        this.store = store;
        this.secrets = secrets;
        this.changes = changes;
        this.properties = properties;
        this.clock = clock;
    }

    /** Creates a secret that waits for its first code. Throws the 403 problem without a fresh proof in the session. */
    @Transactional
    PendingTotp begin(UUID account, UUID session) {
        changes.begin(account, session);
        byte[] secret = secrets.create();
        Instant expiresAt = clock.instant().plus(properties.life());
        store.begin(account, secrets.encrypt(account, secret), expiresAt);
        return new PendingTotp(secret, expiresAt);
    }

    /**
     * Confirms the pending secret by its first code. Returns new recovery codes; none if the account has some. Throws
     * the 422 problem for a wrong code, and if no secret is pending.
     */
    @Transactional
    List<String> confirm(UUID account, UUID session, String code, Origin origin) {
        changes.begin(account, session);
        Instant now = clock.instant();
        byte[] encrypted = store.takePending(account, now).orElseThrow(FactorProblem::invalidCode);
        byte[] secret = secrets.decrypt(account, encrypted).orElseThrow(FactorProblem::invalidCode);
        // The rollback of a wrong code keeps the pending secret for the next one.
        long step = Totp.stepOf(secret, code, Long.MIN_VALUE, now).orElseThrow(FactorProblem::invalidCode);
        Optional<UUID> former = store.factor(account);
        if (former.isPresent()) {
            store.confirm(former.get(), encrypted, secrets.keyId(), step);
            changes.replace(account, session, former.get(), origin);
            return List.of();
        }
        FactorChanges.Added added = changes.add(account, session, FactorKind.TOTP, null, origin);
        store.confirm(added.id(), encrypted, secrets.keyId(), step);
        return added.recoveryCodes();
    }

    /** Removes the app. Throws the 404 problem if the account has none. */
    @Transactional
    void remove(UUID account, UUID session, Origin origin) {
        changes.begin(account, session);
        changes.remove(account, session, store.factor(account).orElseThrow(FactorProblem::notFound), origin);
    }

    /** Returns whether the code is right now, and retires it. Of concurrent calls with one code, one succeeds. */
    public boolean passes(UUID account, String code) {
        return check(account, code).map(check -> check.passes(account)).orElse(false);
    }

    /** Returns the check of a code; empty if the account has no authenticator app. */
    public Optional<SecondFactorCheck> check(UUID account, String code) {
        return store.find(account).map(stored -> _ -> passes(stored, code));
    }

    private boolean passes(StoredTotp stored, String code) {
        Instant now = clock.instant();
        Optional<byte[]> secret = secrets.decrypt(stored.accountId(), stored.secret());
        if (secret.isEmpty()) {
            log.error("no signing secret decrypts the authenticator app of account {}", stored.accountId());
            return false;
        }
        OptionalLong step = Totp.stepOf(secret.get(), code, stored.lastStep(), now);
        return step.isPresent() && store.use(stored.id(), step.getAsLong(), now);
    }

    /** A secret before its first code. */
    record PendingTotp(byte[] secret, Instant expiresAt) {

        @Override
        public String toString() {
            return "PendingTotp[secret]";
        }
    }
}
