package dev.haru.schedule.icalendar;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A value of the type DURATION (<a href="https://www.rfc-editor.org/rfc/rfc5545#section-3.3.6">RFC 5545, section
 * 3.3.6</a>). Days are days of the calendar, which may have 23 or 25 hours; the rest is exact.
 */
record DurationValue(long days, Duration exact) {

    private static final Pattern FORM = Pattern.compile(
            "([+-])?P(?:(\\d{1,6})W)?(?:(\\d{1,6})D)?(?:T(?:(\\d{1,8})H)?(?:(\\d{1,8})M)?(?:(\\d{1,8})S)?)?");

    /** Parses a value; empty if it is malformed. */
    static Optional<DurationValue> parse(String value) {
        Matcher form = FORM.matcher(value.strip());
        if (!form.matches() || IntStream.rangeClosed(2, 6).allMatch(group -> form.group(group) == null)) {
            return Optional.empty();
        }
        int sign = "-".equals(form.group(1)) ? -1 : 1;
        return Optional.of(new DurationValue(
                sign * (7 * number(form, 2) + number(form, 3)),
                Duration.ofHours(number(form, 4))
                        .plusMinutes(number(form, 5))
                        .plusSeconds(number(form, 6))
                        .multipliedBy(sign)));
    }

    /** Returns the whole duration with days of 24 hours. */
    Duration nominal() {
        return exact.plusDays(days);
    }

    private static long number(Matcher form, int group) {
        return form.group(group) == null ? 0 : Long.parseLong(form.group(group));
    }
}
