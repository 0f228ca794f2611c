package dev.haru.systemtests.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OutcomeTests {

    private static final Instant BEGIN = Instant.parse("2026-11-21T09:00:00Z");
    private static final Instant END = BEGIN.plusSeconds(5);

    @Test
    void rowCountsFailuresByKindAndShowsTheLastAfterTheEnd() {
        Call lost = new Call(BEGIN, "create", 201, Optional.of(new UUID(0, 1)), "-");
        Outcome outcome = outcome(lost, call(1, 503), call(2, 503), call(3, 0), call(7, 504), call(9, 200));

        assertThat(outcome.row(List.of(lost)))
                .isEqualTo("| Redis cut | 5.0 s | 6 | 4 | 2 × 503, 1 × 504, 1 × no answer (1220) | 2.0 s | 1 |");
    }

    @Test
    void withoutFailureAfterTheEndRecoveryTakesNoTime() {
        assertThat(outcome(call(1, 503), call(6, 200)).recovery()).isEqualTo(Duration.ZERO);
    }

    @Test
    void rowWithoutFailuresShowsADash() {
        assertThat(outcome(call(1, 200)).row(List.of())).isEqualTo("| Redis cut | 5.0 s | 1 | 0 | — | — | 0 |");
    }

    @Test
    void rowWithoutRecoveryShowsNotRecovered() {
        Outcome outcome = outcome(call(1, 503), call(19, 503));
        Outcome failed =
                new Outcome(outcome.fault(), BEGIN, END, outcome.observedUntil(), outcome.calls(), false, List.of());

        assertThat(failed.problems()).containsExactly("Redis cut: not recovered");
        assertThat(failed.row(List.of())).isEqualTo("| Redis cut | 5.0 s | 2 | 2 | 2 × 503 | not recovered | 0 |");
    }

    @Test
    void violatedExpectationIsAProblem() {
        Fault fault = outcome().fault();
        Outcome violated = new Outcome(fault, BEGIN, END, END, List.of(), true, List.of("2 registrations failed"));

        assertThat(outcome().problems()).isEmpty();
        assertThat(violated.problems()).containsExactly("Redis cut: 2 registrations failed");
    }

    private static Outcome outcome(Call... calls) {
        Fault fault = new Fault("Redis cut", () -> {}, Duration.ZERO, () -> {});
        return new Outcome(fault, BEGIN, END, BEGIN.plusSeconds(20), List.of(calls), true, List.of());
    }

    private static Call call(int second, int status) {
        return new Call(BEGIN.plusSeconds(second), "list", status, Optional.empty(), "1220");
    }
}
