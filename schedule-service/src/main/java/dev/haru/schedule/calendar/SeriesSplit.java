package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.recurrence.Recurrence;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Splits a series before one of its occurrences, as RANGE=THISANDFUTURE does (<a
 * href="https://www.rfc-editor.org/rfc/rfc5545#section-3.2.13">RFC 5545, section 3.2.13</a>).
 *
 * <p>Longer than 120 lines because it keeps both parts of a split together.
 */
public final class SeriesSplit {

    private static final DateTimeFormatter UNTIL = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss");

    private final Series series;
    private final ScheduleTime time;
    private final LocalDateTime start;

    /**
     * Prepares the split.
     *
     * @param time the time of the first occurrence
     * @param start the original start of the first occurrence of the second series
     */
    public SeriesSplit(Series series, ScheduleTime time, LocalDateTime start) {
        this.series = series;
        this.time = time;
        this.start = start;
    }

    /** Returns the series of the occurrences before the split. */
    public Series head() {
        Predicate<LocalDateTime> before = some -> some.isBefore(start);
        List<LocalDateTime> excluded = series.excluded().stream().filter(before).toList();
        boolean firstIsAfter = !time.start().isBefore(start);
        return new Series(
                series.rule() == null || firstIsAfter ? null : endingBefore(series.rule()),
                series.additional().stream().filter(before).toList(),
                firstIsAfter ? List.of(time.start()) : excluded,
                series.changed().stream()
                        .filter(changed -> before.test(changed.originalStart()))
                        .toList());
    }

    /**
     * Returns the series of the other occurrences for another time of their first one. Its further dates move with the
     * first one. Throws the 400 problem if the split is at an additional date beside a rule: the rule alone does not
     * give the rest of the series then.
     */
    public Series tail(ScheduleTime other) {
        String rule = series.rule();
        if (rule != null && !ofRule().contains(time.start(), start)) {
            throw InvalidRequest.field("recurrence", Message.of("field.required"));
        }
        Duration shift = Duration.between(start, other.start());
        List<LocalDateTime> additional = moved(series.additional(), shift, other.form());
        if (!additional.stream().allMatch(CalendarTime.Validator::isWithin)) {
            throw InvalidRequest.field("recurrence", Message.of("field.calendar-time"));
        }
        return Series.of(
                rule == null ? null : withRestOfCount(rule),
                additional,
                moved(series.excluded(), shift, other.form()).stream()
                        .filter(CalendarTime.Validator::isWithin)
                        .toList(),
                other);
    }

    private List<LocalDateTime> moved(List<LocalDateTime> starts, Duration shift, TimeForm form) {
        return starts.stream()
                .filter(some -> !some.isBefore(start))
                .map(some -> some.plus(shift))
                .map(some -> form == TimeForm.DATES ? some.toLocalDate().atStartOfDay() : some)
                .toList();
    }

    private Recurrence ofRule() {
        return new Series(series.rule(), List.of(), List.of(), List.of()).recurrence(time);
    }

    /** Returns the rule without the start and all after it. */
    private String endingBefore(String rule) {
        LocalDateTime last = start.minusSeconds(1);
        ZoneOffsetTransition change = time.zone().getRules().getTransition(last);
        if (change != null && change.isGap()) {
            // As an instant, a local time that the clocks skip would be after the start.
            last = change.getDateTimeBefore().minusSeconds(1);
        }
        String end = switch (time.form()) {
            case DATES ->
                DateTimeFormatter.BASIC_ISO_DATE.format(start.toLocalDate().minusDays(1));
            case FLOATING -> UNTIL.format(last);
            case INSTANT, ZONED -> UNTIL.format(time.instant(last).atOffset(ZoneOffset.UTC)) + "Z";
        };
        return with(with(rule, "COUNT", null), "UNTIL", end);
    }

    private String withRestOfCount(String rule) {
        String count = part(rule, "COUNT");
        if (count == null) {
            return rule;
        }
        int rest = Integer.parseInt(count);
        for (Iterator<LocalDateTime> before = ofRule().starts(time.start(), time.start(), start);
                before.hasNext();
                before.next()) {
            rest--;
        }
        return with(rule, "COUNT", String.valueOf(rest));
    }

    private static @Nullable String part(String rule, String name) {
        return Arrays.stream(rule.split(";"))
                .filter(part -> part.startsWith(name + "="))
                .map(part -> part.substring(name.length() + 1))
                .findAny()
                .orElse(null);
    }

    private static String with(String rule, String name, @Nullable String value) {
        String others = Arrays.stream(rule.split(";"))
                .filter(part -> !part.startsWith(name + "="))
                .collect(Collectors.joining(";"));
        return value == null ? others : others + ";" + name + "=" + value;
    }
}
