package dev.haru.gateway.ratelimit;

import java.time.Duration;
import java.util.Locale;

/**
 * How full a bucket is, after the call took its token or was refused.
 *
 * @param bucket which one
 * @param limit its size
 * @param remaining tokens in it
 * @param next time until another token comes back; zero when the bucket is full
 */
record Level(Bucket bucket, Limit limit, long remaining, Duration next) {

    /** The buckets that a call can take a token of, by their names in headers, keys and metrics. */
    enum Bucket {
        ADDRESS,
        MEMBER;

        final String label = name().toLowerCase(Locale.ROOT);
    }

    /** Of a bucket that will be full again in so many microseconds. */
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
