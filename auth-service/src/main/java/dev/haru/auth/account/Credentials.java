package dev.haru.auth.account;

import java.util.UUID;

/**
 * The data of an account that a password check needs.
 *
 * @param deviceKnown whether the account knows the device of the look-up; false for a look-up without a device
 * @param secondFactor whether the account has a second factor, so that the password alone is not enough
 * @param epoch the session epoch of the account: each end of all other sessions raises it
 * @param emailVerified whether the account has a verified e-mail address, which receives security notices
 */
public record Credentials(
        UUID accountId,
        String passwordHash,
        long epoch,
        boolean deviceKnown,
        boolean secondFactor,
        boolean emailVerified) {

    /** Returns these credentials with another password hash. */
    public Credentials withHash(String hash) {
        return new Credentials(accountId, hash, epoch, deviceKnown, secondFactor, emailVerified);
    }

    @Override
    public String toString() {
        return "Credentials[accountId=" + accountId + "]";
    }
}
