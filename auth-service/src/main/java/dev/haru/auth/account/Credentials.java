package dev.haru.auth.account;

import java.util.UUID;

/**
 * What signing in needs of an account.
 *
 * @param deviceKnown whether the device that was asked about is one of the account's
 */
public record Credentials(UUID accountId, String passwordHash, boolean deviceKnown) {

    /** The same account with another stored hash. */
    public Credentials withHash(String hash) {
        return new Credentials(accountId, hash, deviceKnown);
    }

    @Override
    public String toString() {
        return "Credentials[accountId=" + accountId + "]";
    }
}
