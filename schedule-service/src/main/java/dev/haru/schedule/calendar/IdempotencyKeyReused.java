package dev.haru.schedule.calendar;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The client has used the key for something else: 409. */
public final class IdempotencyKeyReused extends ProblemException {

    private IdempotencyKeyReused() {
        super(
                HttpStatus.CONFLICT,
                "idempotency-key-reused",
                "Another request used this Idempotency-Key. Use a new key for each request.");
    }

    /** The key stands for something else. */
    public static IdempotencyKeyReused forAnotherPlan() {
        return new IdempotencyKeyReused();
    }
}
