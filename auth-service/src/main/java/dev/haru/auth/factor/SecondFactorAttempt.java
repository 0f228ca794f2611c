package dev.haru.auth.factor;

import dev.haru.auth.event.Origin;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to complete a sign-in with a second factor.
 *
 * @param transaction the token of the transaction, as the client sent it
 * @param device the device cookie, if the client sent one
 * @param solution the solution of a challenge, if the client sent one
 */
public record SecondFactorAttempt(
        String transaction,
        Origin origin,
        @Nullable String device,
        @Nullable String solution) {

    @Override
    public String toString() {
        return "SecondFactorAttempt[secret]";
    }
}
