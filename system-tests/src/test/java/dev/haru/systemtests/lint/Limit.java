package dev.haru.systemtests.lint;

import java.time.Duration;

/**
 * A timeout, or a sum of timeouts.
 *
 * @param text each property of the sum, with its value and its place
 */
record Limit(String text, Duration value) {

    static Limit of(String property, Duration value, String place) {
        return new Limit("%s %d ms (%s)".formatted(property, value.toMillis(), place), value);
    }

    Limit plus(Limit other) {
        return new Limit(text + " + " + other.text, value.plus(other.value));
    }

    Limit times(int count, String reason) {
        return count == 1 ? this : new Limit("(%s) × %d %s".formatted(text, count, reason), value.multipliedBy(count));
    }

    @Override
    public String toString() {
        return text;
    }
}
