package dev.haru.schedule.icalendar;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value of the type DATE or DATE-TIME (<a href="https://www.rfc-editor.org/rfc/rfc5545#section-3.3.4">RFC 5545,
 * sections 3.3.4 and 3.3.5</a>).
 *
 * @param date whether the value is a date; the local time is then midnight
 * @param zone UTC or the zone of the TZID; null for a floating time and a date
 */
record TimeValue(
        boolean date, LocalDateTime local, @Nullable ZoneId zone) {

    private static final Pattern FORM =
            Pattern.compile("(\\d{4})(\\d{2})(\\d{2})(?:T(\\d{2})(\\d{2})(\\d{2})(Z)?)?", Pattern.CASE_INSENSITIVE);

    /**
     * Parses a value.
     *
     * @param property the name of the property, for the refusal
     * @param zone the zone of the TZID; null without one
     */
    static TimeValue parse(String property, String value, @Nullable ZoneId zone) {
        Matcher form = FORM.matcher(value.strip());
        if (!form.matches()) {
            throw ComponentRefused.malformed(property, value);
        }
        try {
            LocalDate day = LocalDate.of(number(form, 1), number(form, 2), number(form, 3));
            if (form.group(4) == null) {
                return new TimeValue(true, day.atStartOfDay(), null);
            }
            // A leap second counts as the second before it, which RFC 5545 permits.
            LocalTime time = LocalTime.of(number(form, 4), number(form, 5), Math.min(number(form, 6), 59));
            return new TimeValue(false, day.atTime(time), form.group(7) == null ? zone : ZoneOffset.UTC);
        } catch (DateTimeException outside) {
            throw ComponentRefused.malformed(property, value);
        }
    }

    boolean isUtc() {
        return ZoneOffset.UTC.equals(zone);
    }

    /**
     * Returns the local time in another zone. A floating time and a date are local times in any zone.
     *
     * @param other the zone; null for the zone of a floating time
     * @param memberZone the zone of a floating time
     */
    LocalDateTime in(@Nullable ZoneId other, ZoneId memberZone) {
        if (date || zone == null && other == null) {
            return local;
        }
        ZoneId from = zone == null ? memberZone : zone;
        ZoneId to = other == null ? memberZone : other;
        return from.equals(to)
                ? local
                : ZonedDateTime.ofLocal(local, from, null)
                        .withZoneSameInstant(to)
                        .toLocalDateTime();
    }

    private static int number(Matcher form, int group) {
        return Integer.parseInt(form.group(group));
    }
}
