package dev.haru.latency.why;

import java.util.HashMap;
import java.util.Map;

/** Keeps equal values once, because thousands of calls have the same few texts. */
final class SharedValues {

    private final Map<Object, Object> known = new HashMap<>();

    /** The first value that is equal to this one. */
    <T> T of(T value) {
        Object first = known.putIfAbsent(value, value);
        if (first == null) {
            return value;
        }
        @SuppressWarnings("unchecked") // equal records, texts and maps of one class
        T same = (T) first;
        return same;
    }
}
