package dev.haru.auth.account;

import org.jspecify.annotations.Nullable;

/**
 * How many members may register from one address. The login guard implements it, which knows accounts; so accounts do
 * not know the guard.
 */
public interface RegistrationBudget {

    /**
     * Throws the 428 problem from memory when {@link #take} threw it a moment ago for the same address and this
     * registration brings no right solution.
     */
    void rejectIfRecentlyChallenged(String address, @Nullable String solution);

    /** Takes a registration from the budget, or throws a 428 problem. */
    void take(String address, @Nullable String solution);
}
