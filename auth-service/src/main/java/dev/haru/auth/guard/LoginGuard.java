package dev.haru.auth.guard;

import dev.haru.platform.challenge.ChallengeSolutions.Solved;
import dev.haru.platform.device.DeviceTokens;
import dev.haru.platform.problem.ProblemException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Creates the attempts that may check a password or a second factor. Only failures and unsolved challenges count. An
 * account stays open to its owner, because a known device has a counter of its own. See
 * docs/decisions/045-login-guard-limits-and-challenges.md.
 */
@Component
public class LoginGuard {

    private final Admission admission;
    private final OutcomeRecorder outcomes;
    private final FailureCounters counters;
    private final Challenges challenges;
    private final DeviceTokens devices;
    private final RecentChallenges recentChallenges;

    LoginGuard(
            Admission admission,
            OutcomeRecorder outcomes,
            FailureCounters counters,
            Challenges challenges,
            DeviceTokens devices,
            RecentChallenges recentChallenges) {
        this.admission = admission;
        this.outcomes = outcomes;
        this.counters = counters;
        this.challenges = challenges;
        this.devices = devices;
        this.recentChallenges = recentChallenges;
    }

    /**
     * An attempt to sign in.
     *
     * @param account the key of the nickname, whether or not such an account exists
     * @param device the device cookie, if the client sent one
     * @param solution the solution of a challenge, if the client sent one
     */
    public PasswordAttempt signIn(String address, String account, @Nullable String device, @Nullable String solution) {
        String offered = solution == null || solution.isBlank() ? null : solution;
        return PasswordAttempt.signIn(
                admission,
                outcomes,
                CounterKeys.prefixOf(address),
                account,
                deviceOf(device, account),
                offered,
                unused(offered));
    }

    /** An attempt of a signed-in member to confirm the password of the member's own account. */
    public PasswordAttempt confirmation(String address, UUID account) {
        return PasswordAttempt.confirmation(admission, outcomes, CounterKeys.prefixOf(address), account);
    }

    /**
     * Clears the failures of an account whose owner has proven access to its mailbox: those of all addresses, those of
     * this client, and those of confirmations.
     *
     * @param nicknameKey the key of the nickname
     */
    public void clear(String address, String nicknameKey, UUID account) {
        String prefix = CounterKeys.prefixOf(address);
        List<String> keys = new ArrayList<>(CounterKeys.ofAccount(prefix, nicknameKey));
        keys.addAll(CounterKeys.ofAccount(prefix, account));
        recentChallenges.forget(keys);
        counters.forget(keys);
        counters.unblockIfAvailable(BlockTarget.confirmationsOf(account));
    }

    /**
     * Returns the 429 problem for an account whose second factor was wrong too often.
     *
     * @param until when the next attempt is possible
     */
    public static ProblemException tooManyAttempts(Instant until, Instant now) {
        return LoginRefused.tooManyAttempts(until, now);
    }

    /** The device in the cookie, if the cookie is valid and belongs to this nickname. */
    private Optional<String> deviceOf(@Nullable String cookie, String account) {
        return devices.verify(cookie)
                .filter(token -> token.isFor(account))
                .map(token -> token.device().toString());
    }

    /** The solved challenge, if the solution is correct, not expired and, as far as this process knows, unused. */
    private Optional<Solved> unused(@Nullable String solution) {
        return solution == null
                ? Optional.empty()
                : challenges.verify(solution).filter(solved -> !counters.isUsedLocally(solved.challenge()));
    }

    /** The work that a challenge requires from this address now, for this account or for any account. */
    long workFor(String address, @Nullable String account) {
        String prefix = CounterKeys.prefixOf(address);
        return challenges.workFor(counters.assess(BlockTarget.signInsFrom(prefix), CounterKeys.of(prefix, account))
                .excess());
    }
}
