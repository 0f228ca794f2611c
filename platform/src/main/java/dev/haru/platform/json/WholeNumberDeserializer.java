package dev.haru.platform.json;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/**
 * Reads a whole number that has a point or an exponent, such as {@code 1.0} (<a
 * href="https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.3">JSON Schema</a>: a number with a zero
 * fractional part is an integer). Jackson's own deserializer reads all other numbers, and refuses a fraction.
 */
final class WholeNumberDeserializer extends DelegatingDeserializer {

    /** The number of digits of the largest long. */
    private static final int MAX_DIGITS = 19;

    WholeNumberDeserializer(ValueDeserializer<?> standard) {
        super(standard);
    }

    /** Whether the type is that of whole numbers. */
    static boolean reads(Class<?> type) {
        return type == int.class || type == Integer.class || type == long.class || type == Long.class;
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> standard) {
        return new WholeNumberDeserializer(standard);
    }

    @Override
    public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
        @Nullable Object whole = parser.hasToken(JsonToken.VALUE_NUMBER_FLOAT) ? whole(parser.getString()) : null;
        return whole == null ? super.deserialize(parser, context) : whole;
    }

    /** Returns null for a fraction and for a number out of range. */
    private @Nullable Object whole(String text) {
        try {
            BigDecimal number = new BigDecimal(text);
            if (number.signum() == 0) {
                number = BigDecimal.ZERO;
            }
            // An exact conversion of 1e999999999 would write all its digits. This difference has no such cost.
            if ((long) number.precision() - number.scale() > MAX_DIGITS) {
                return null;
            }
            boolean isLong = handledType() == long.class || handledType() == Long.class;
            return isLong ? (Object) number.longValueExact() : (Object) number.intValueExact();
        } catch (ArithmeticException | NumberFormatException noWholeNumber) {
            return null;
        }
    }
}
