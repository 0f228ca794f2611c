package dev.haru.platform.openapi;

import io.swagger.v3.oas.models.SpecVersion;
import io.swagger.v3.oas.models.media.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Creates schemas of OpenAPI 3.1 and completes their bounds. */
final class Schemas {

    /** The longest text in a response, in characters: the note of a schedule. */
    private static final int LONGEST_TEXT = 2000;

    /** More than the longest list in a response: the schedules of an adopted template or of a report. */
    private static final int LONGEST_LIST = 10_000;

    /** The largest integer that every JSON parser reads exactly (RFC 8259, section 6). */
    private static final long LARGEST_INTEGER = (1L << 53) - 1;

    /** PostgreSQL stores no NUL. */
    private static final String TEXT = "^[^\\u0000]*$";

    private Schemas() {}

    static Schema<?> string() {
        Schema<?> string = of("string");
        bound(string);
        return string;
    }

    static Schema<?> integer(String format) {
        Schema<?> integer = of("integer");
        integer.setFormat(format);
        return integer;
    }

    static Schema<?> object() {
        return of("object");
    }

    static Schema<?> array(Schema<?> items) {
        Schema<?> array = of("array");
        array.setItems(items);
        return array;
    }

    /** Returns the last part of a reference: the name of the component. */
    static String nameIn(String reference) {
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    /** Whether the schema permits a type, possibly beside null. */
    static boolean is(Schema<?> schema, String type) {
        return type.equals(schema.getType())
                || (schema.getTypes() != null && schema.getTypes().contains(type));
    }

    /** Adds the bounds that a schema does not state. Clients need them to reserve space, and linters ask for them. */
    static void bound(Schema<?> schema) {
        if (is(schema, "string")) {
            boundText(schema);
        } else if (is(schema, "integer")) {
            boundInteger(schema);
        } else if (is(schema, "array") && schema.getMaxItems() == null) {
            schema.setMaxItems(LONGEST_LIST);
        }
    }

    private static void boundText(Schema<?> schema) {
        if (schema.getEnum() != null) {
            permitNull(schema);
            return;
        }
        if (schema.getMaxLength() == null) {
            schema.setMaxLength(
                    switch (schema.getFormat()) {
                        case "uuid" -> 36;
                        case "date" -> 10;
                        case "date-time" -> 35; // 2026-11-23T09:30:00.123456789+09:00
                        case null, default -> LONGEST_TEXT;
                    });
        }
        if (schema.getFormat() == null && schema.getPattern() == null) {
            schema.setPattern(TEXT);
        }
    }

    /** An enum excludes null unless it lists null, whatever the types are. */
    @SuppressWarnings("unchecked") // a schema of swagger has the type of its value
    private static void permitNull(Schema<?> schema) {
        if (is(schema, "null") && schema.getEnum().stream().noneMatch(Objects::isNull)) {
            List<@Nullable Object> values = new ArrayList<>(schema.getEnum());
            values.add(null);
            ((Schema<@Nullable Object>) schema).setEnum(values);
        }
    }

    private static void boundInteger(Schema<?> schema) {
        if (schema.getFormat() == null) {
            schema.setFormat("int32");
        }
        if (schema.getMinimum() == null) {
            schema.setMinimum(BigDecimal.ZERO);
        }
        if (schema.getMaximum() == null) {
            schema.setMaximum(
                    BigDecimal.valueOf("int64".equals(schema.getFormat()) ? LARGEST_INTEGER : Integer.MAX_VALUE));
        }
    }

    private static Schema<?> of(String type) {
        Schema<?> schema = new Schema<>(SpecVersion.V31);
        schema.setTypes(Set.of(type));
        return schema;
    }
}
