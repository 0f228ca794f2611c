package dev.haru.auth.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReachabilityTests {

    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final Receiver SERVICE = Receiver.MEMBER_SERVICE;

    private final MovableClock clock = new MovableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Reachability reachability = new Reachability(clock, SILENCE);
    private final UUID account = UUID.randomUUID();

    @BeforeEach
    void twoAccountsFail() {
        reachability.failed(SERVICE, UUID.randomUUID());
        assertThat(reachability.unreachable()).isEmpty();
        reachability.failed(SERVICE, account);
        assertThat(reachability.unreachable()).containsExactly(SERVICE);
    }

    @Test
    void failuresOfOneAccountDoNotProlongAnOutage() {
        clock.advance(Duration.ofSeconds(4));
        reachability.failed(SERVICE, account);

        clock.advance(Duration.ofSeconds(1));

        assertThat(reachability.unreachable()).isEmpty();
    }

    @Test
    void failureOfAnotherAccountProlongsAnOutage() {
        clock.advance(Duration.ofSeconds(4));
        reachability.failed(SERVICE, UUID.randomUUID());

        clock.advance(Duration.ofSeconds(1));

        assertThat(reachability.unreachable()).containsExactly(SERVICE);
    }

    @Test
    void successAfterRareFailuresEndsAnOutage() {
        clock.advance(Duration.ofMinutes(1));
        reachability.failed(SERVICE, account);
        assertThat(reachability.unreachable()).isEmpty();

        reachability.succeeded(SERVICE);

        assertThat(reachability.recovered()).containsExactly(SERVICE);
        reachability.resumed(SERVICE);
        reachability.succeeded(SERVICE);
        assertThat(reachability.recovered()).isEmpty();
    }
}
