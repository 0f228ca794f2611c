package dev.haru.auth.guard;

import dev.haru.auth.account.Accounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/**
 * Shows operators why sign-ins from an address or to an account are refused, and clears the counters and blocks. The
 * endpoint is on the management port: {@code GET /actuator/loginguard?address=…&nickname=…}, and {@code DELETE} with
 * the same parameters. Without parameters, both concern password spraying. The parameter {@code account=…}, the id of
 * an account, adds its confirmations.
 *
 * <p>Longer than 120 lines because the response records stand beside their operations.
 */
@Component
@Endpoint(id = "loginguard")
class LoginGuardEndpoint {

    private final FailureCounters counters;
    private final RecentChallenges recentChallenges;

    LoginGuardEndpoint(FailureCounters counters, RecentChallenges recentChallenges) {
        this.counters = counters;
        this.recentChallenges = recentChallenges;
    }

    @ReadOperation
    Explanation explain(@Nullable String address, @Nullable String nickname, @Nullable UUID account) {
        String prefix = prefixOf(address);
        Assessment assessment = counters.assess(
                BlockTarget.signInsFrom(prefix == null ? "" : prefix), CounterKeys.ofOperator(prefix, keyOf(nickname)));
        Map<String, Failures> failures = failures(assessment);
        Instant confirmationsBlockedUntil = null;
        if (account != null) {
            Assessment confirmations =
                    counters.assess(BlockTarget.confirmationsOf(account), CounterKeys.ofConfirmation(null, account));
            failures.putAll(failures(confirmations));
            confirmationsBlockedUntil = confirmations.counts().blockedUntil();
        }
        return new Explanation(
                assessment.counts().blockedUntil(),
                confirmationsBlockedUntil,
                assessment.counts().sprayedUntil(),
                failures);
    }

    @DeleteOperation
    void clear(@Nullable String address, @Nullable String nickname, @Nullable UUID account) {
        String prefix = prefixOf(address);
        List<String> keys =
                new ArrayList<>(CounterKeys.withSignUps(prefix, keyOf(nickname)).values());
        if (account != null) {
            keys.addAll(CounterKeys.ofConfirmation(prefix, account).values());
        }
        if (keys.isEmpty()) {
            keys.addAll(List.of(CounterKeys.ALL, CounterKeys.SPRAYING));
        }
        recentChallenges.forget(keys);
        counters.clear(keys);
        if (prefix != null) {
            counters.unblock(BlockTarget.signInsFrom(prefix));
        }
        if (account != null) {
            counters.unblock(BlockTarget.confirmationsOf(account));
        }
    }

    private static Map<String, Failures> failures(Assessment assessment) {
        Limits limits = assessment.limits();
        Map<String, Failures> failures = new TreeMap<>();
        assessment
                .counts()
                .byCounter()
                .forEach((counter, count) -> failures.put(
                        counter.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        new Failures(count.failures(), limits.challengeFrom(counter), refusedFrom(counter, limits))));
        return failures;
    }

    /** The block limit applies to an address, because it is below the limit for solved sign-ins. */
    private static int refusedFrom(Counter counter, Limits limits) {
        return counter == Counter.ADDRESS || counter == Counter.UNSOLVED
                ? limits.address()
                : limits.refusedFrom(counter);
    }

    private static @Nullable String prefixOf(@Nullable String address) {
        return address == null ? null : CounterKeys.prefixOf(address);
    }

    private static @Nullable String keyOf(@Nullable String nickname) {
        try {
            return nickname == null ? null : Accounts.keyOf(nickname);
        } catch (IllegalArgumentException tooLong) {
            throw new InvalidEndpointRequestException("nickname is too long", "nickname is too long", tooLong);
        }
    }

    /**
     * Why sign-ins are refused or challenged.
     *
     * @param addressBlockedUntil the end of the block of the address, null without a block
     * @param confirmationsBlockedUntil the end of the block of the account's confirmations, null without a block
     * @param sprayingUntil when every client without a known device no longer needs a challenge, null when no password
     *     spraying is detected
     * @param failures the counts of the last window, with their limits
     */
    record Explanation(
            @Nullable Instant addressBlockedUntil,
            @Nullable Instant confirmationsBlockedUntil,
            @Nullable Instant sprayingUntil,
            Map<String, Failures> failures) {}

    /**
     * A count with its limits.
     *
     * @param challengeFrom the count from which a challenge is required; 0 means never
     * @param refusedFrom the count from which attempts are refused; 0 means never
     */
    record Failures(int now, int challengeFrom, int refusedFrom) {}
}
