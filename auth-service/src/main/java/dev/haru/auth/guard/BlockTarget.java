package dev.haru.auth.guard;

import java.util.UUID;

/**
 * What a block refuses.
 *
 * @param set the sorted set in Redis that holds such blocks by the epoch millisecond of their end
 * @param member the address prefix, or a digest of the account
 */
record BlockTarget(String set, String member) {

    /** The gateway reads it, too. */
    static final String ADDRESSES = "haru:login-guard:blocked";

    private static final String CONFIRMATIONS = "haru:login-guard:blocked-confirmations";

    static BlockTarget signInsFrom(String prefix) {
        return new BlockTarget(ADDRESSES, prefix);
    }

    static BlockTarget confirmationsOf(UUID account) {
        return new BlockTarget(CONFIRMATIONS, CounterKeys.digest(account.toString()));
    }

    /** Whether it is one of the counters that together block this target. */
    boolean isBlockedBy(Counter counter) {
        return set.equals(CONFIRMATIONS)
                ? counter == Counter.CONFIRMATION
                : counter == Counter.ADDRESS || counter == Counter.UNSOLVED;
    }

    /** The count of those counters from which on it is blocked. */
    int blockedFrom(Limits limits) {
        return set.equals(CONFIRMATIONS) ? limits.confirmation() : limits.address();
    }
}
