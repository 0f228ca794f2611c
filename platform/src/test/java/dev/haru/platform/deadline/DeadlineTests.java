package dev.haru.platform.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.opentelemetry.context.Scope;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DeadlineTests {

    @Test
    void waitForASharedResultEndsAtTheOwnDeadline() {
        CompletableFuture<String> never = new CompletableFuture<>();

        try (Scope _ = Deadlines.in(Duration.ofMillis(50)).makeCurrent()) {
            assertThatExceptionOfType(DeadlineExceeded.class)
                    .isThrownBy(() -> Deadline.joined(never, DeadlineTests::notAgain));
        }

        assertThat(never).as("other requests still wait").isNotDone();
    }

    @Test
    void availableResultIsUsedAfterTheDeadline() {
        try (Scope _ = Deadlines.over().makeCurrent()) {
            assertThat(Deadline.joined(CompletableFuture.completedFuture("there"), DeadlineTests::notAgain))
                    .isEqualTo("there");
        }
    }

    @Test
    void resultLostToTheOtherDeadlineIsComputedAgain() {
        CompletableFuture<String> other = new CompletableFuture<>();
        try (Scope _ = Deadlines.over().makeCurrent()) {
            other.completeExceptionally(Deadline.forOthers(new IllegalStateException("cut off")));
        }

        try (Scope _ = Deadlines.in(Duration.ofMinutes(10)).makeCurrent()) {
            assertThat(Deadline.joined(other, () -> "again")).isEqualTo("again");
        }
        try (Scope _ = Deadlines.over().makeCurrent()) {
            assertThatExceptionOfType(DeadlineExceeded.class)
                    .isThrownBy(() -> Deadline.joined(other, DeadlineTests::notAgain));
        }
    }

    @Test
    void failureBeforeTheDeadlineIsShared() {
        CompletableFuture<String> other =
                CompletableFuture.failedFuture(Deadline.forOthers(new IllegalStateException("broken")));

        assertThatIllegalStateException()
                .isThrownBy(() -> Deadline.joined(other, DeadlineTests::notAgain))
                .withMessage("broken");
    }

    private static String notAgain() {
        throw new AssertionError("asked again");
    }
}
