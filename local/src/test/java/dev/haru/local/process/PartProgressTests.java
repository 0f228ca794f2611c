package dev.haru.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PartProgressTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final PartProgress progress = new PartProgress(PartProgress.STALL, Duration.ZERO, 0);

    @Test
    void slowPartThatUsesTheProcessorIsAwaited() {
        for (int second = 1; second < PartProgress.LIMIT.toSeconds(); second++) {
            progress.read(SECOND, Duration.ofMillis(50L * second), 0);
            assertThat(progress.problem()).isEmpty();
        }
    }

    @Test
    void partWhoseLogGrowsIsAwaited() {
        for (int second = 1; second < PartProgress.LIMIT.toSeconds(); second++) {
            progress.read(SECOND, Duration.ZERO, second / 50);
            assertThat(progress.problem()).isEmpty();
        }
    }

    @Test
    void partThatDoesNothingIsGivenUpAfterAMinute() {
        for (int second = 1; second < 60; second++) {
            progress.read(SECOND, Duration.ofMillis(10L * second), 0);
            assertThat(progress.problem()).isEmpty();
        }
        progress.read(SECOND, Duration.ofMillis(600), 0);

        assertThat(progress.problem()).hasValue("after 60 s without progress");
    }

    @Test
    void busyPartIsGivenUpAfterFifteenMinutes() {
        for (int second = 1; second <= PartProgress.LIMIT.toSeconds(); second++) {
            assertThat(progress.problem()).isEmpty();
            progress.read(SECOND, SECOND.multipliedBy(second), 0);
        }

        assertThat(progress.problem()).hasValue("after 15 minutes");
    }

    @Test
    void endedChildProcessIsProgress() {
        progress.read(SECOND, Duration.ofSeconds(30), 0);
        for (int second = 1; second < 60; second++) {
            progress.read(SECOND, Duration.ofSeconds(30), 0);
        }
        progress.read(SECOND, Duration.ofSeconds(10), 0);

        assertThat(progress.problem()).isEmpty();
    }

    @Test
    void pauseOfTheMachineIsNoStall() {
        progress.read(Duration.ofMinutes(20), Duration.ZERO, 0);

        assertThat(progress.problem()).isEmpty();
    }
}
