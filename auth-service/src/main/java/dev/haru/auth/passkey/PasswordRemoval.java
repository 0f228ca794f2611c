package dev.haru.auth.passkey;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.factor.FactorChanges;
import dev.haru.auth.password.Passwords;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Removes the password of an account with two passkeys, and adds one again. A removed password is replaced with the
 * hash of a random secret, so a sign-in by password takes the same time and counts like one with a wrong password.
 */
@Component
class PasswordRemoval {

    /**
     * Passkeys that an account without a password needs, so that the loss of one device does not lock its owner out.
     */
    static final int MIN_PASSKEYS = 2;

    private static final int SECRET_BYTES = 32;

    private final Accounts accounts;
    private final Passwords passwords;
    private final PasskeyStore store;
    private final FactorChanges changes;
    private final SecureRandom random;
    private final TransactionTemplate transaction;

    PasswordRemoval(
            Accounts accounts,
            Passwords passwords,
            PasskeyStore store,
            FactorChanges changes,
            SecureRandom random,
            PlatformTransactionManager transactions) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.store = store;
        this.changes = changes;
        this.random = random;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Removes the password. Throws the 403 problem without a fresh proof, and 409 with fewer than two passkeys. Nothing
     * changes if the account has no password.
     */
    void remove(UUID account, Origin origin) {
        // Before the hash, which is expensive.
        transaction.executeWithoutResult(_ -> {
            var _ = begin(account, origin);
        });
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        String hash = passwords.hash(Base64Url.encode(secret), origin.client());
        transaction.executeWithoutResult(_ -> {
            UUID session = begin(account, origin);
            if (accounts.removePassword(account, hash)) {
                changes.finish(account, session, Kind.PASSWORD_REMOVED, origin);
            }
        });
    }

    private UUID begin(UUID account, Origin origin) {
        UUID session = sessionOf(origin);
        changes.begin(account, session);
        if (store.count(account) < MIN_PASSKEYS) {
            throw PasskeyProblem.passwordNeeded();
        }
        return session;
    }

    /**
     * Adds a password to an account without one. Throws the 403 problem without a fresh proof, 409 if the account has a
     * password, and the 400 problem for an identifier of the account.
     */
    void add(UUID account, String password, Origin origin) {
        accounts.refuseOwnIdentifier("new", account, password);
        UUID session = sessionOf(origin);
        transaction.executeWithoutResult(_ -> {
            changes.begin(account, session);
            requireNoPassword(!accounts.hasPassword(account));
        });
        String hash = passwords.hash(password, origin.client());
        transaction.executeWithoutResult(_ -> {
            changes.begin(account, session);
            requireNoPassword(accounts.addPassword(account, hash));
            changes.finish(account, session, Kind.PASSWORD_ADDED, origin);
        });
    }

    private static void requireNoPassword(boolean none) {
        if (!none) {
            throw PasskeyProblem.passwordExists();
        }
    }

    private static UUID sessionOf(Origin origin) {
        return Objects.requireNonNull(origin.sessionId(), "the origin of a member has a session");
    }
}
