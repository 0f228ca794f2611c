package dev.haru.latency.live;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Keeps equal values once, because thousands of spans have the same few texts. It forgets all values when it is full.
 */
final class SharedValues {

    private final long maximumBytes;
    private final Map<Object, Object> known = new HashMap<>();
    private long bytes;
    private long all;

    SharedValues(long maximumBytes) {
        this.maximumBytes = maximumBytes;
    }

    /** The first value that is equal to this one. {@code size} returns the bytes of a value. */
    <T> T of(T value, ToLongFunction<T> size) {
        Object first = known.get(value);
        if (first != null) {
            @SuppressWarnings("unchecked") // equal values of one class
            T same = (T) first;
            return same;
        }
        long added = size.applyAsLong(value);
        if (bytes + added > maximumBytes) {
            known.clear();
            bytes = 0;
        }
        known.put(value, value);
        bytes += added;
        all += added;
        return value;
    }

    /** The bytes of all values that were new, forgotten ones included. */
    long added() {
        return all;
    }
}
