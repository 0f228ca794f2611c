package dev.haru.auth.guard;

import dev.haru.auth.account.Accounts;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The counts of the login guard for one account, for operators. */
@Component
public class AccountGuard {

    private final FailureCounters counters;

    AccountGuard(FailureCounters counters) {
        this.counters = counters;
    }

    /** Returns the counts of the last window. While Redis is unavailable, they are those of this process. */
    public State of(String nickname, UUID account) {
        Assessment signIns =
                counters.assess(BlockTarget.signInsFrom(""), CounterKeys.of(null, Accounts.keyOf(nickname)));
        Assessment confirmations =
                counters.assess(BlockTarget.confirmationsOf(account), CounterKeys.ofConfirmation(null, account));
        return new State(
                signIns.of(Counter.ACCOUNT),
                signIns.limits().challengeFrom(Counter.ACCOUNT),
                signIns.limits().refusedFrom(Counter.ACCOUNT),
                confirmations.of(Counter.CONFIRMATION),
                confirmations.limits().confirmation(),
                confirmations.blockedUntil());
    }

    /**
     * The counts of an account, with their limits.
     *
     * @param confirmationsBlockedUntil the end of the block of confirmations, null without a block
     */
    public record State(
            int signInFailures,
            int signInChallengeFrom,
            int signInRefusedFrom,
            int confirmationFailures,
            int confirmationRefusedFrom,
            @Nullable Instant confirmationsBlockedUntil) {}
}
