package dev.haru.auth.factor;

import dev.haru.auth.account.Credentials;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Sign-ins between the password and the second factor. The token of a transaction has 256 random bits; the database
 * stores its SHA-256. A token without a second factor opens no session. A password change and each other end of all
 * sessions also end the transactions.
 */
@Component
public class SignInTransactions {

    private final TransactionStore store;
    private final FactorProperties properties;
    private final SecureRandom random;
    private final Clock clock;

    SignInTransactions(TransactionStore store, FactorProperties properties, SecureRandom random, Clock clock) {
        this.store = store;
        this.properties = properties;
        this.random = random;
        this.clock = clock;
    }

    /** Begins a transaction. Empty if the credentials are no longer those of an account with a second factor. */
    public Optional<StartedSignIn> begin(Credentials verified) {
        String token = TokenFormat.generate(TokenFormat.TRANSACTION, random);
        Instant expiresAt = clock.instant().plus(properties.life());
        return store.begin(token, verified, expiresAt).map(kinds -> new StartedSignIn(token, kinds));
    }

    /**
     * Finds a valid transaction.
     *
     * @param device the device in the cookie of the request
     */
    public Optional<PendingSignIn> find(String token, @Nullable UUID device) {
        return TokenFormat.isWellFormed(TokenFormat.TRANSACTION, token)
                ? store.find(token, device, clock.instant())
                : Optional.empty();
    }

    /**
     * Counts a try before its second factor is checked, in the current transaction of the database. Returns false if
     * the sign-in is no longer valid, or has used its tries.
     */
    boolean takeTry(PendingSignIn pending) {
        return store.takeTry(pending, clock.instant());
    }

    /** Ends the transaction of a sign-in whose second factor was right. */
    void complete(PendingSignIn pending) {
        store.end(pending.token());
    }
}
