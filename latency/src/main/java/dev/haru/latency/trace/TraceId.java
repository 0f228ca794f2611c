package dev.haru.latency.trace;

import java.util.HexFormat;

/** The id of a trace: 16 bytes. */
public record TraceId(long high, long low) {

    /** Parses 32 hexadecimal digits. Throws IllegalArgumentException for anything else. */
    public static TraceId ofHex(String hex) {
        if (hex.length() != 32) {
            throw new IllegalArgumentException("a trace id has 32 hexadecimal digits, not " + hex.length());
        }
        return new TraceId(HexFormat.fromHexDigitsToLong(hex, 0, 16), HexFormat.fromHexDigitsToLong(hex, 16, 32));
    }

    /** 32 lower-case hexadecimal digits, as in logs and {@code X-Trace-Id}. */
    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
