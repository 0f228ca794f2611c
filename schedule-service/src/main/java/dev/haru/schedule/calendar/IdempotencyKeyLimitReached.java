package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * The member has used the maximum number of unexpired idempotency keys: 429. Deleting an old key early would let a
 * repeated request write twice.
 */
public final class IdempotencyKeyLimitReached extends ProblemException {

    /** The clean-up of expired keys runs hourly. */
    private static final String RETRY_AFTER_SECONDS = "3600";

    private IdempotencyKeyLimitReached() {
        super(
                HttpStatus.TOO_MANY_REQUESTS,
                "idempotency-key-limit-reached",
                Message.of("detail.idempotency-key-limit-reached"));
        getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }

    /** Creates the problem for a member who has used too many keys. */
    public static IdempotencyKeyLimitReached byMember() {
        return new IdempotencyKeyLimitReached();
    }
}
