package dev.haru.schedule.icalendar;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rules of a time zone as VTIMEZONE (<a href="https://www.rfc-editor.org/rfc/rfc5545#section-3.6.5">RFC
 * 5545, section 3.6.5</a>). Haru does not read them, but other programs may know no IANA names.
 *
 * <p>Longer than 120 lines because it contains both forms of the rules, with and without RRULE.
 */
final class ZoneWriter {

    private static final DateTimeFormatter DATE_TIME = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT);

    /** The number of years with transitions of their own if their days follow from no simple rule. */
    private static final int YEARS = 30;

    private final CalendarWriter out;
    private final ZoneRules rules;

    private ZoneWriter(CalendarWriter out, ZoneRules rules) {
        this.out = out;
        this.rules = rules;
    }

    /**
     * Writes a zone.
     *
     * @param from the first instant whose offset the rules must contain
     */
    static void write(CalendarWriter out, String zone, Instant from) {
        out.begin("VTIMEZONE");
        out.write(ContentLine.of("TZID", zone));
        new ZoneWriter(out, ZoneId.of(zone).getRules()).writeRules(from);
        out.end("VTIMEZONE");
    }

    private void writeRules(Instant from) {
        ZoneOffset offset = rules.getOffset(from);
        writePart(partAt(from), from.atOffset(offset).toLocalDateTime(), offset, offset, null);
        List<ZoneOffsetTransition> later = rules.getTransitions().stream()
                .filter(transition -> transition.getInstant().isAfter(from))
                .toList();
        later.forEach(transition -> writePart(transition, null));
        int year = later.isEmpty()
                ? from.atOffset(offset).getYear()
                : later.getLast().getDateTimeBefore().getYear() + 1;
        for (ZoneOffsetTransitionRule rule : rules.getTransitionRules()) {
            ZoneOffsetTransition first = rule.createTransition(year);
            if (isNthWeekday(first, rule)) {
                writePart(first, "FREQ=YEARLY" + byDay(first, rule));
            } else {
                IntStream.range(year, year + YEARS)
                        .mapToObj(rule::createTransition)
                        .forEach(transition -> writePart(transition, null));
            }
        }
    }

    private void writePart(ZoneOffsetTransition transition, @Nullable String rule) {
        writePart(
                partAt(transition.getInstant()),
                transition.getDateTimeBefore(),
                transition.getOffsetBefore(),
                transition.getOffsetAfter(),
                rule);
    }

    private void writePart(
            String part, LocalDateTime start, ZoneOffset before, ZoneOffset after, @Nullable String rule) {
        out.begin(part);
        out.write(ContentLine.of("DTSTART", start.format(DATE_TIME)));
        out.write(ContentLine.of("TZOFFSETFROM", text(before)));
        out.write(ContentLine.of("TZOFFSETTO", text(after)));
        if (rule != null) {
            out.write(ContentLine.of("RRULE", rule));
        }
        out.end(part);
    }

    /**
     * Whether the local time of the transition lies on the first, second, third, fourth or last of a weekday in each
     * year, as BYDAY states it. A rule in another offset may lie on the day before or after.
     */
    private static boolean isNthWeekday(ZoneOffsetTransition transition, ZoneOffsetTransitionRule rule) {
        LocalDateTime local = transition.getDateTimeBefore();
        int day = rule.getDayOfMonthIndicator();
        return local.getDayOfWeek() == rule.getDayOfWeek()
                && local.getMonth() == rule.getMonth()
                && (day == -1 || day > 0 && day <= 22 && day % 7 == 1);
    }

    private static String byDay(ZoneOffsetTransition transition, ZoneOffsetTransitionRule rule) {
        int day = rule.getDayOfMonthIndicator();
        return ";BYMONTH=%d;BYDAY=%d%s"
                .formatted(
                        rule.getMonth().getValue(),
                        day < 0 ? -1 : (day - 1) / 7 + 1,
                        transition.getDateTimeBefore().getDayOfWeek().name().substring(0, 2));
    }

    private String partAt(Instant instant) {
        return rules.isDaylightSavings(instant) ? "DAYLIGHT" : "STANDARD";
    }

    private static String text(ZoneOffset offset) {
        String id = offset.equals(ZoneOffset.UTC) ? "+00:00" : offset.getId();
        return id.replace(":", "");
    }
}
