package dev.haru.auth.factor;

import java.util.UUID;

/** The check of one response with a second factor, for a sign-in or a confirmation. */
@FunctionalInterface
public interface SecondFactorCheck {

    /**
     * Returns whether the response is right for the account, and retires it: the same response is wrong from then on,
     * also for a concurrent call.
     */
    boolean passes(UUID account);
}
