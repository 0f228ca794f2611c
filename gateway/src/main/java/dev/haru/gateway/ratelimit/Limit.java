package dev.haru.gateway.ratelimit;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/**
 * The size and refill rate of a token bucket. Each request takes one token.
 *
 * @param burst tokens in a full bucket: the maximum of requests at once
 * @param perSecond tokens added a second: the sustained request rate
 */
record Limit(
        @Positive @Max(1_000_000) int burst,
        @DecimalMin("0.001") @DecimalMax("100000") double perSecond) {

    /** The time after which one token is added, in microseconds. */
    long microsPerToken() {
        return Math.max(1, Math.round(1_000_000 / perSecond));
    }

    /** The time in which an empty bucket fills. */
    Duration window() {
        return Duration.ofNanos(microsPerToken() * 1_000 * burst);
    }
}
