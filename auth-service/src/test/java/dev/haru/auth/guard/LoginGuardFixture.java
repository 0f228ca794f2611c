package dev.haru.auth.guard;

import dev.haru.platform.device.DeviceTokens;
import dev.haru.platform.signing.SigningKeys;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;

/** Creates a login guard without Spring, as one process has it. */
final class LoginGuardFixture {

    private LoginGuardFixture() {}

    static LoginGuard guard(
            FailureCounters counters,
            RecentChallenges recentChallenges,
            LoginGuardProperties properties,
            SigningKeys keys,
            Clock clock) {
        MeterRegistry meters = new SimpleMeterRegistry();
        Challenges challenges = new Challenges(keys, properties, clock);
        BlockRecorder blocks = new BlockRecorder(recentChallenges, properties, meters, clock);
        return new LoginGuard(
                new Admission(counters, challenges, recentChallenges, blocks, meters, clock),
                new OutcomeRecorder(counters, recentChallenges, blocks, keys),
                counters,
                challenges,
                new DeviceTokens(keys, clock),
                recentChallenges);
    }
}
