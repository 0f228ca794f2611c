package dev.haru.gateway.ratelimit;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/**
 * The size of a token bucket; a call takes a token.
 *
 * @param burst tokens in a full bucket, the calls that may come at once
 * @param perSecond tokens that come back in a second, the calls that may go on
 */
record Limit(
        @Positive @Max(1_000_000) int burst,
        @DecimalMin("0.001") @DecimalMax("100000") double perSecond) {

    /** The time in which one token comes back, in microseconds. */
    long microsPerToken() {
        return Math.max(1, Math.round(1_000_000 / perSecond));
    }

    /** The time in which an empty bucket gets full. */
    Duration window() {
        return Duration.ofNanos(microsPerToken() * 1_000 * burst);
    }
}
