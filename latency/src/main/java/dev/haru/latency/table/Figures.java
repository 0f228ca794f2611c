package dev.haru.latency.table;

import dev.haru.latency.source.BadInput;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats and parses numbers, the same in every locale. */
public final class Figures {

    private static final double NANOS_IN_MILLI = 1e6;
    private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(us|ms|s)");
    private static final double FEW_MILLIS = 10;

    private Figures() {}

    /** Formats nanoseconds as milliseconds: with three decimals below 10 ms, with one decimal above. */
    public static String millis(double nanos) {
        double millis = nanos / NANOS_IN_MILLI;
        return String.format(Locale.ROOT, Math.abs(millis) < FEW_MILLIS ? "%.3f" : "%.1f", millis);
    }

    /** Like {@link #millis(double)}, for whole nanoseconds. */
    public static String millis(long nanos) {
        return millis((double) nanos);
    }

    /** Like {@link #millis(double)}, with a sign. */
    public static String change(double nanos) {
        return (nanos >= 0 ? "+" : "") + millis(nanos);
    }

    /** Formats a share from 0 to 1 as a percentage. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    /**
     * Parses {@code 250us}, {@code 3ms} or {@code 1.5s} to nanoseconds. Throws {@link BadInput} with {@code where} as
     * the place.
     */
    public static long nanos(String where, String text) {
        Matcher matcher = TIME.matcher(text.strip());
        if (!matcher.matches()) {
            throw new BadInput("%s: %s is not a time such as 250us, 3ms or 1.5s.".formatted(where, text));
        }
        double unit = switch (matcher.group(2)) {
            case "us" -> 1e3;
            case "ms" -> NANOS_IN_MILLI;
            default -> 1e9;
        };
        return Math.round(Double.parseDouble(matcher.group(1)) * unit);
    }

    public static String twoDecimals(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
