package dev.haru.auth.guard;

import dev.haru.auth.account.RegistrationBudget;
import dev.haru.platform.challenge.ChallengeSolutions.Solved;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Limits the registrations of an address prefix in a window. Each further registration needs a solved challenge, whose
 * work increases with the number of registrations.
 */
@Component
class SignUpBudget implements RegistrationBudget {

    private final FailureCounters counters;
    private final Challenges challenges;
    private final RecentChallenges recentChallenges;
    private final LoginGuardProperties properties;
    private final MeterRegistry meters;
    private final Clock clock;

    SignUpBudget(
            FailureCounters counters,
            Challenges challenges,
            RecentChallenges recentChallenges,
            LoginGuardProperties properties,
            MeterRegistry meters,
            Clock clock) {
        this.counters = counters;
        this.challenges = challenges;
        this.recentChallenges = recentChallenges;
        this.properties = properties;
        this.meters = meters;
        this.clock = clock;
    }

    @Override
    public void rejectIfRecentlyChallenged(String address, @Nullable String solution) {
        if (properties.signUp().enabled()
                && recentChallenges.of(List.of(key(address)), clock.instant()).isPresent()
                && solved(solution).isEmpty()) {
            throw challenged(solution);
        }
    }

    @Override
    public void take(String address, @Nullable String solution) {
        if (!properties.signUp().enabled()) {
            return;
        }
        String key = key(address);
        Optional<Solved> solved = solved(solution);
        double used = counters.take(key, solved.isPresent());
        if (used < 1) {
            return;
        }
        recentChallenges.remember(List.of(key), clock.instant());
        boolean accepted = solved.filter(challenge -> challenge.work() >= challenges.workFor(used))
                .filter(challenge -> counters.isFirstUse(challenge.challenge(), unsolvedKey(address)))
                .isPresent();
        if (!accepted) {
            throw challenged(solution);
        }
    }

    /** The work that a challenge requires for a registration from this address now. */
    long work(String address) {
        return challenges.workFor(counters.used(key(address)));
    }

    private Optional<Solved> solved(@Nullable String solution) {
        return challenges.verify(solution).filter(solved -> !counters.isUsedLocally(solved.challenge()));
    }

    private LoginRefused challenged(@Nullable String solution) {
        meters.counter("haru.login.guard.decisions", "decision", "sign-up-challenge")
                .increment();
        return solution == null || solution.isBlank()
                ? LoginRefused.signUpWithoutChallenge()
                : LoginRefused.badChallenge();
    }

    private static String key(String address) {
        return CounterKeys.ofSignUps(CounterKeys.prefixOf(address));
    }

    private static String unsolvedKey(String address) {
        return CounterKeys.ofUnsolved(CounterKeys.prefixOf(address));
    }
}
