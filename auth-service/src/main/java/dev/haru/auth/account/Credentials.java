package dev.haru.auth.account;

import java.util.UUID;

/**
 * The data of an account that a password check needs.
 *
 * @param deviceKnown whether the account knows the device of the look-up; false for a look-up without a device
 */
public record Credentials(UUID accountId, String passwordHash, boolean deviceKnown) {

    /** Returns these credentials with another password hash. */
    public Credentials withHash(String hash) {
        return new Credentials(accountId, hash, deviceKnown);
    }

    @Override
    public String toString() {
        return "Credentials[accountId=" + accountId + "]";
    }
}
