package dev.haru.auth.account;

import org.jspecify.annotations.Nullable;

/**
 * Limits registrations and recoveries from one address. The login guard depends on this package and implements the
 * interface, so this package does not depend on the guard.
 */
public interface RegistrationBudget {

    /**
     * Throws the 428 problem if {@link #take} threw it a moment ago for this address and the request has no correct
     * solution. The decision uses only this process's memory.
     */
    void rejectIfRecentlyChallenged(String address, @Nullable String solution);

    /** Counts one registration or recovery, or throws the 428 problem if the budget of the address is used up. */
    void take(String address, @Nullable String solution);
}
