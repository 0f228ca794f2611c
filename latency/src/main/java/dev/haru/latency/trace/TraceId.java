package dev.haru.latency.trace;

import java.util.HexFormat;

/** The 16 bytes that all spans of a trace share. */
public record TraceId(long high, long low) {

    /** From 32 hexadecimal digits; throws IllegalArgumentException for anything else. */
    public static TraceId ofHex(String hex) {
        if (hex.length() != 32) {
            throw new IllegalArgumentException("a trace id has 32 hexadecimal digits, not " + hex.length());
        }
        return new TraceId(HexFormat.fromHexDigitsToLong(hex, 0, 16), HexFormat.fromHexDigitsToLong(hex, 16, 32));
    }

    /** 32 lower-case hexadecimal digits, as logs and {@code X-Trace-Id} have it. */
    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
