package dev.haru.platform.problem;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Describes in words the type that the client should have sent. It never repeats the client's value. */
final class ExpectedType {

    private ExpectedType() {}

    static String of(@Nullable Class<?> type) {
        if (type == null) {
            return "is not valid";
        }
        if (type == String.class) {
            return "must be a string of valid characters";
        }
        if (type == Instant.class) {
            return "must be a UTC instant such as 2026-11-21T09:30:00Z";
        }
        if (type == LocalDate.class) {
            return "must be a date such as 2026-11-21";
        }
        if (type == UUID.class) {
            return "must be a UUID";
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return "must be a whole number in range";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "must be true or false";
        }
        return Collection.class.isAssignableFrom(type) ? "must be an array" : "must be an object";
    }
}
