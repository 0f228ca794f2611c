package dev.haru.auth.factor;

import dev.haru.auth.account.Credentials;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A valid transaction: a sign-in with a right password, before its second factor.
 *
 * @param token the token of the transaction
 * @param nicknameKey the key by which the login guard counts
 * @param credentials the verified credentials, and whether the account knows the device of the completing request
 * @param refusedUntil until when the account accepts no further code from the device; null: it accepts one
 */
public record PendingSignIn(
        String token,
        String nicknameKey,
        Credentials credentials,
        @Nullable Instant refusedUntil) {

    @Override
    public String toString() {
        return "PendingSignIn[accountId=" + credentials.accountId() + "]";
    }
}
