package dev.haru.latency.trace;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The threshold by which a trace was sampled: {@code ot=th:…} in its W3C tracestate (OpenTelemetry specification,
 * "TraceState: Probability Sampling"). Of 2^56 equally likely random values, the sampler rejects those below the
 * threshold.
 *
 * @param value the threshold, from 0 to 2^56 - 1
 */
public record RejectionThreshold(long value) {

    /** The attribute under which a span keeps the threshold, and under which Jaeger and Zipkin keep a tracestate. */
    public static final String ATTRIBUTE = "w3c.tracestate";

    private static final int DIGITS = 14;
    private static final int BITS_OF_A_DIGIT = 4;
    private static final long VALUES = 1L << (DIGITS * BITS_OF_A_DIGIT);
    private static final Pattern MEMBER = Pattern.compile("(?:^|,)[ \\t]*ot=([^,]*)");
    private static final Pattern THRESHOLD = Pattern.compile("(?:^|;)th:([0-9a-f]{1,14})(?=;|[ \\t]*$)");

    /** The threshold in a tracestate. Empty if there is none, or if it is invalid. */
    public static Optional<RejectionThreshold> in(String tracestate) {
        Matcher member = MEMBER.matcher(tracestate);
        if (!member.find()) {
            return Optional.empty();
        }
        Matcher threshold = THRESHOLD.matcher(member.group(1));
        return threshold.find() ? Optional.of(ofDigits(threshold.group(1))) : Optional.empty();
    }

    /** The number of equally sampled traces for which one trace stands: the inverse of its probability. */
    public double adjustedCount() {
        // The difference of doubles would not be exact.
        return (double) VALUES / (VALUES - value);
    }

    /** The tracestate with this threshold alone. */
    public String tracestate() {
        if (value == 0) {
            return "ot=th:0";
        }
        int zeros = Long.numberOfTrailingZeros(value) / BITS_OF_A_DIGIT;
        return "ot=th:" + HexFormat.of().toHexDigits(value >> (zeros * BITS_OF_A_DIGIT), DIGITS - zeros);
    }

    /** The specification omits trailing zeros. */
    private static RejectionThreshold ofDigits(String digits) {
        return new RejectionThreshold(Long.parseLong(digits, 16) << (BITS_OF_A_DIGIT * (DIGITS - digits.length())));
    }
}
