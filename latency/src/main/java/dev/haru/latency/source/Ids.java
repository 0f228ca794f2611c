package dev.haru.latency.source;

import dev.haru.latency.trace.TraceId;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The ids and times of Jaeger and Zipkin: hexadecimal without leading zeros, and microseconds. */
final class Ids {

    private static final int TRACE_DIGITS = 32;
    private static final int SPAN_DIGITS = 16;
    private static final long NANOS_IN_MICRO = 1_000;

    /** Sums and differences of times up to this one do not overflow. */
    static final long MAXIMUM_NANOS = Long.MAX_VALUE / 2;

    private static final long MAXIMUM_MICROS = MAXIMUM_NANOS / NANOS_IN_MICRO;

    private Ids() {}

    static TraceId trace(@Nullable String id) {
        return TraceId.ofHex(padded(id, TRACE_DIGITS));
    }

    static long span(@Nullable String id) {
        return HexFormat.fromHexDigitsToLong(padded(id, SPAN_DIGITS));
    }

    /** The id of a parent, 0 if there is none. */
    static long parent(@Nullable String id) {
        return id == null || id.isEmpty() ? 0 : span(id);
    }

    /** The nanoseconds of a time and a duration in microseconds. Throws IllegalArgumentException without a time. */
    static long nanos(long time, long duration) {
        if (time <= 0 || time > MAXIMUM_MICROS) {
            throw new IllegalArgumentException("a span has no start or end");
        }
        if (duration < 0 || duration > MAXIMUM_MICROS - time) {
            throw new IllegalArgumentException("a span has the duration " + duration + " µs");
        }
        return (time + duration) * NANOS_IN_MICRO;
    }

    private static String padded(@Nullable String id, int digits) {
        if (id == null || id.isEmpty()) {
            throw new IllegalArgumentException("a span has no id or no trace id");
        }
        if (id.length() > digits) {
            throw new IllegalArgumentException("an id has " + id.length() + " digits instead of " + digits);
        }
        return "0".repeat(digits - id.length()) + id;
    }
}
