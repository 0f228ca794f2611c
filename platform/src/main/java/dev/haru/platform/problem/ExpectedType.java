package dev.haru.platform.problem;

import dev.haru.platform.language.Message;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Describes in words the type that the client should have sent. It never repeats the client's value. */
final class ExpectedType {

    private ExpectedType() {}

    static Message of(@Nullable Class<?> type) {
        if (type == null) {
            return Message.of("field.invalid");
        }
        if (type == String.class) {
            return Message.of("field.string");
        }
        if (type == Instant.class) {
            return Message.of("field.instant");
        }
        if (type == LocalDate.class) {
            return Message.of("field.date");
        }
        if (type == UUID.class) {
            return Message.of("field.uuid");
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return Message.of("field.whole-number");
        }
        if (type == double.class || type == Double.class) {
            return Message.of("field.number");
        }
        if (type == boolean.class || type == Boolean.class) {
            return Message.of("field.boolean");
        }
        return Collection.class.isAssignableFrom(type) ? Message.of("field.array") : Message.of("field.object");
    }
}
