package dev.haru.auth.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class FailureWindowTests {

    private static final Instant START = Instant.parse("2026-11-21T09:00:00Z");

    private final FailureWindow window = new FailureWindow(3);

    @Test
    void failuresBeforeTheWindowAreNotCounted() {
        window.add(START);
        window.add(START.plusSeconds(1));

        assertThat(window.count(START).failures()).isEqualTo(1);
        assertThat(window.count(START).oldest()).isEqualTo(START.plusSeconds(1));
    }

    @Test
    void failureBeyondTheMaximumReplacesTheOldest() {
        for (int second = 1; second <= 4; second++) {
            window.add(START.plusSeconds(second));
        }

        assertThat(window.count(START)).isEqualTo(new Counts.Count(3, START.plusSeconds(2)));
    }

    @Test
    void runningChecksCountOnlyAfterAFailure() {
        window.beginCheck();
        window.beginCheck();
        assertThat(window.hasRoom(2, START)).isTrue();

        window.add(START.plusSeconds(1));
        assertThat(window.hasRoom(2, START)).isFalse();

        window.endCheck();
        window.endCheck();
        assertThat(window.hasRoom(2, START)).isTrue();
    }

    @Test
    void unpublishedFailuresAreTakenOnceAndFromTheMinimum() {
        window.add(START);
        assertThat(window.takeUnpublished(2)).isZero();

        window.add(START);
        assertThat(window.takeUnpublished(2)).isEqualTo(2);
        assertThat(window.takeUnpublished(1)).isZero();
    }
}
