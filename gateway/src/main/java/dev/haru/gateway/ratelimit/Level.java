package dev.haru.gateway.ratelimit;

import java.time.Duration;
import java.util.Locale;

/**
 * The level of a bucket after a request took a token or was refused.
 *
 * @param bucket the bucket
 * @param limit the size and refill rate of the bucket
 * @param remaining tokens in the bucket
 * @param next time until the next token is added; zero when the bucket is full
 */
record Level(Bucket bucket, Limit limit, long remaining, Duration next) {

    /** The kinds of buckets that a request takes tokens from; headers, keys and metrics use the names in lower case. */
    enum Bucket {
        ADDRESS,
        /** The bucket of an access token. */
        MEMBER;

        final String label = name().toLowerCase(Locale.ROOT);
    }

    /** The level of a bucket that will be full in this many microseconds. */
    static Level of(Bucket bucket, Limit limit, long microsToFull) {
        long perToken = limit.microsPerToken();
        long capacity = limit.burst() * perToken;
        long remaining = Math.max(0, (capacity - microsToFull) / perToken);
        long next = remaining >= limit.burst() ? 0 : microsToFull - capacity + (remaining + 1) * perToken;
        return new Level(bucket, limit, remaining, Duration.ofNanos(next * 1_000));
    }

    /** {@link #next} in whole seconds, rounded up. */
    long nextSeconds() {
        return next.plusNanos(999_999_999).toSeconds();
    }
}
