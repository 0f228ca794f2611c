package dev.haru.auth.guard;

import dev.haru.auth.password.PasswordText;
import dev.haru.platform.signing.SigningKeys;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Counts the outcomes of password checks: a failure increments the counters, a success clears the client's counter. */
@Component
final class OutcomeRecorder {

    private final FailureCounters counters;
    private final RecentChallenges recentChallenges;
    private final BlockRecorder blocks;
    private final SigningKeys signing;

    OutcomeRecorder(
            FailureCounters counters, RecentChallenges recentChallenges, BlockRecorder blocks, SigningKeys signing) {
        this.counters = counters;
        this.recentChallenges = recentChallenges;
        this.blocks = blocks;
        this.signing = signing;
    }

    /** Releases the place that {@link Admission#begin} reserved. */
    void end(PasswordAttempt attempt, boolean right) {
        counters.end(attempt.incremented(), right);
    }

    void failed(PasswordAttempt attempt, String password) {
        failed(attempt, attempt.incrementsDeviceOnly() ? Map.of() : CounterKeys.ofPassword(hmac(password)));
    }

    void secondFactorFailed(PasswordAttempt attempt) {
        failed(attempt, Map.of());
    }

    void deviceRejected(PasswordAttempt attempt) {
        failed(attempt, Map.of());
    }

    private void failed(PasswordAttempt attempt, Map<Counter, String> wrong) {
        // The next attempt needs a new assessment: a refusal may replace the challenge.
        recentChallenges.forget(attempt.incremented().values());
        counters.failed(attempt.target(), attempt.incremented(), wrong)
                .ifPresent(block -> blocks.record(block, attempt));
    }

    void succeeded(PasswordAttempt attempt) {
        String key = Objects.requireNonNull(attempt.incremented().get(attempt.clientCounter()));
        if (attempt.hasFailedBefore() || counters.localCount(key) > 0) {
            recentChallenges.forget(List.of(key));
            counters.forget(List.of(key));
        }
    }

    private byte[] hmac(String password) {
        return signing.sign("password-digest", PasswordText.normalized(password).getBytes(StandardCharsets.UTF_8));
    }
}
