package dev.haru.platform.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlateauTests {

    private final Plateau plateau = new Plateau(2);

    @Test
    void twoRoundsWithoutAnImprovementReachThePlateau() {
        assertThat(reachedAfter(110, 88, 62, 44, 30, 30, 29)).isEqualTo(7);
    }

    @Test
    void improvementAfterASlowRoundPreventsThePlateau() {
        assertThat(reachedAfter(100, 99, 80, 95, 60, 90, 50)).isZero();
    }

    @Test
    void oneRoundDoesNotReachThePlateau() {
        assertThat(reachedAfter(100)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {90, 91, 100, 200})
    void improvementsOfATenthAtMostReachThePlateau(int next) {
        assertThat(reachedAfter(100, next, 100)).isEqualTo(3);
    }

    @Test
    void slowImprovementsPreventThePlateau() {
        assertThat(reachedAfter(100, 95, 89, 85, 79))
                .as("each second is faster by a tenth")
                .isZero();
    }

    @Test
    void failedRoundRestartsTheCount() {
        plateau.add(Duration.ofMillis(10));
        plateau.add(Duration.ofMillis(10));
        plateau.interrupt();
        plateau.add(Duration.ofMillis(10));
        assertThat(plateau.isReached()).isFalse();

        plateau.add(Duration.ofMillis(10));
        assertThat(plateau.isReached()).isTrue();
    }

    /** The number of rounds after which the plateau is reached; 0 if it is not. */
    private int reachedAfter(int... calls) {
        for (int round = 0; round < calls.length; round++) {
            plateau.add(Duration.ofMillis(calls[round]));
            if (plateau.isReached()) {
                return round + 1;
            }
        }
        return 0;
    }
}
