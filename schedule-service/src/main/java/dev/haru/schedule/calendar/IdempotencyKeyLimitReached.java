package dev.haru.schedule.calendar;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * The member has used as many idempotency keys as are remembered: 429. Forgetting an old key instead would let a
 * repeated call write twice.
 */
public final class IdempotencyKeyLimitReached extends ProblemException {

    /** The clean-up of old keys runs hourly. */
    private static final String RETRY_AFTER_SECONDS = "3600";

    private IdempotencyKeyLimitReached() {
        super(
                HttpStatus.TOO_MANY_REQUESTS,
                "idempotency-key-limit-reached",
                "The member used too many Idempotency-Keys within a day. Repeat an earlier call, omit the key, or try "
                        + "again later.");
        getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }

    /** The member's keys are used up. */
    public static IdempotencyKeyLimitReached byMember() {
        return new IdempotencyKeyLimitReached();
    }
}
