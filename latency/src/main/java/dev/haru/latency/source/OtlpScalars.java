package dev.haru.latency.source;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;

/** Reads scalars of OTLP/JSON, which may be numbers or texts, from a parser that is at the value. */
final class OtlpScalars {

    private static final int LONGEST_NUMBER = 40;

    private OtlpScalars() {}

    /** The text of a scalar. Null for null. */
    static @Nullable String text(JsonParser parser) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token == null || !token.isScalarValue()) {
            throw new StreamReadException(parser, "a list or an object is in the place of a text");
        }
        return parser.getString();
    }

    /** The 64-bit integer of a number or a text, 0 for null. */
    static long integer(JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            return parser.getLongValue();
        }
        String text = text(parser);
        if (text == null || text.isEmpty()) {
            return 0;
        }
        try {
            return isDigits(text) ? Long.parseLong(text) : exactInteger(text);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new StreamReadException(parser, "\"" + shortened(text) + "\" is not a time in nanoseconds", e);
        }
    }

    /** Protobuf's JSON mapping also permits an exponent, such as 1e3. */
    private static long exactInteger(String text) {
        if (text.length() > LONGEST_NUMBER) {
            throw new NumberFormatException("more than " + LONGEST_NUMBER + " characters");
        }
        return new BigDecimal(text).longValueExact();
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(text.length(), LONGEST_NUMBER));
    }
}
