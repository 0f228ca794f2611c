package dev.haru.auth.guard;

import dev.haru.auth.account.Accounts;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/**
 * For operators, on the management port: why an address or an account is refused, and an end to that. {@code GET
 * /actuator/loginguard?address=…&nickname=…} and {@code DELETE} of the same; without parameters both concern spraying.
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
    Explanation explain(@Nullable String address, @Nullable String nickname) {
        String prefix = prefixOf(address);
        Assessment assessment = counters.assess(
                BlockTarget.signInsFrom(prefix == null ? "" : prefix), CounterKeys.ofOperator(prefix, keyOf(nickname)));
        Limits limits = assessment.limits();
        Map<String, Failures> failures = new TreeMap<>();
        assessment
                .counts()
                .byCounter()
                .forEach((counter, count) -> failures.put(
                        counter.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        new Failures(count.failures(), limits.challengeFrom(counter), refusedFrom(counter, limits))));
        return new Explanation(
                assessment.counts().blockedUntil(), assessment.counts().sprayedUntil(), failures);
    }

    @DeleteOperation
    void clear(@Nullable String address, @Nullable String nickname) {
        String prefix = prefixOf(address);
        Collection<String> keys = prefix == null && nickname == null
                ? List.of(CounterKeys.ALL, CounterKeys.SPRAYING)
                : CounterKeys.withSignUps(prefix, keyOf(nickname)).values();
        recentChallenges.forget(keys);
        counters.clear(keys);
        if (prefix != null) {
            counters.unblock(BlockTarget.signInsFrom(prefix));
        }
    }

    /** An address is blocked before its solved sign-ins are refused. */
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
     * @param addressBlockedUntil the end of the block of the address, null without one
     * @param sprayingUntil until when every client without a known device is challenged, null when spraying is not seen
     * @param failures the counts of the last window against their limits
     */
    record Explanation(
            @Nullable Instant addressBlockedUntil, @Nullable Instant sprayingUntil, Map<String, Failures> failures) {}

    /**
     * A count.
     *
     * @param challengeFrom the count from which on a challenge is required, 0 for never
     * @param refusedFrom the count from which on attempts are refused, 0 for never
     */
    record Failures(int now, int challengeFrom, int refusedFrom) {}
}
