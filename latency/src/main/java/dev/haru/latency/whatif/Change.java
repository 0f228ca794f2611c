package dev.haru.latency.whatif;

import dev.haru.latency.source.BadInput;
import dev.haru.latency.table.Figures;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A supposed change of a component, as a user writes it: {@code schedule-service sql COMMIT -20 %}.
 *
 * @param text the change as written, with a hyphen as the minus sign
 * @param component the name of the component, or its beginning before an ellipsis
 * @param factor the new time of a call, as a multiple of the old time
 * @param nanos the additional time of a call (ns); negative for a faster call
 * @param removed whether the calls are not made at all
 */
public record Change(String text, String component, double factor, long nanos, boolean removed) {

    private static final String SPACE = "[\\s\\u00a0\\u2009\\u202f]";
    /** A hyphen, the minus sign and the dashes that editors and keyboards replace it with. */
    private static final String MINUS = "[-\\u2010\\u2011\\u2012\\u2013\\u2212\\ufe63\\uff0d]";

    private static final Pattern SYNTAX = Pattern.compile(
            "(?<component>.*\\S)%s+(?:(?<zero>0)|(?<removed>removed)|(?<sign>\\+|%s)%s*(?<number>\\d{1,6}(?:\\.\\d{1,6})?)%s*(?<unit>%%|us|ms|s))"
                    .formatted(SPACE, MINUS, SPACE, SPACE),
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final int MAXIMUM_SHOWN = 80;

    private static final double PERCENT = 100;
    private static final double MAXIMUM_PERCENT = 10_000;
    private static final long MAXIMUM_NANOS = 3_600_000_000_000L;

    /** Whether the text ends with a change, so that it is not the name of a route. */
    public static boolean isChange(String text) {
        return SYNTAX.matcher(text.strip()).matches();
    }

    /** Parses a change. Throws {@link BadInput} for any other text. */
    public static Change of(String text) {
        Matcher matcher = SYNTAX.matcher(text.strip());
        if (!matcher.matches()) {
            throw new BadInput(
                    "\"%s\" is not a change such as \"schedule-service sql COMMIT -20%%\", or with +20ms, -5ms, 0 or removed at its end."
                            .formatted(shortened(text)));
        }
        String component = normalised(matcher.group("component"));
        if (matcher.group("zero") != null) {
            return new Change(component + " 0", component, 0, 0, false);
        }
        if (matcher.group("removed") != null) {
            return new Change(component + " removed", component, 0, 0, true);
        }
        String sign = matcher.group("sign").equals("+") ? "+" : "-";
        String number = matcher.group("number");
        String unit = matcher.group("unit").toLowerCase(Locale.ROOT);
        String written = "%s %s%s%s".formatted(component, sign, number, unit);
        return unit.equals("%")
                ? byPercent(written, component, Double.parseDouble(sign + number))
                : byTime(written, component, sign, Figures.nanos(written, number + unit));
    }

    /** The name of a component with single spaces. */
    static String normalised(String name) {
        return name.replaceAll(SPACE + "+", " ").strip();
    }

    /** The beginning of a long text, for a message of one line. */
    public static String shortened(String text) {
        String line = normalised(text);
        return line.length() <= MAXIMUM_SHOWN
                ? line
                : line.substring(0, MAXIMUM_SHOWN - 1).strip() + "…";
    }

    private static Change byPercent(String written, String component, double percent) {
        if (percent < -PERCENT || percent > MAXIMUM_PERCENT) {
            throw new BadInput("%s: a share from -100%% to +10000%% is expected.".formatted(written));
        }
        return new Change(written, component, 1 + percent / PERCENT, 0, false);
    }

    private static Change byTime(String written, String component, String sign, long nanos) {
        if (nanos > MAXIMUM_NANOS) {
            throw new BadInput("%s: a time of at most an hour is expected.".formatted(written));
        }
        return new Change(written, component, 1, sign.equals("+") ? nanos : -nanos, false);
    }
}
