package dev.haru.auth.guard;

import java.util.UUID;

/**
 * The target of a block: the sign-ins from an address prefix, or the confirmations of an account.
 *
 * @param set the sorted set in Redis that holds the blocks of this kind, with the end of each in epoch milliseconds as
 *     its score
 * @param member the address prefix, or a digest of the account
 */
record BlockTarget(String set, String member) {

    /** The gateway reads this set, too. */
    static final String ADDRESSES = "haru:login-guard:blocked";

    private static final String CONFIRMATIONS = "haru:login-guard:blocked-confirmations";

    static BlockTarget signInsFrom(String prefix) {
        return new BlockTarget(ADDRESSES, prefix);
    }

    static BlockTarget confirmationsOf(UUID account) {
        return new BlockTarget(CONFIRMATIONS, CounterKeys.digest(account.toString()));
    }

    /** Whether the counter is one of those whose sum blocks this target. */
    boolean isBlockedBy(Counter counter) {
        return set.equals(CONFIRMATIONS)
                ? counter == Counter.CONFIRMATION
                : counter == Counter.ADDRESS || counter == Counter.UNSOLVED;
    }

    /** The sum of those counters from which this target is blocked. */
    int blockedFrom(Limits limits) {
        return set.equals(CONFIRMATIONS) ? limits.confirmation() : limits.address();
    }

    /** Returns the text for the log. */
    @Override
    public String toString() {
        return set.equals(CONFIRMATIONS)
                ? "the account with the digest %s".formatted(member)
                : "the address prefix %s".formatted(member);
    }
}
