package dev.haru.schedule.recurrence;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A recurrence rule of <a href="https://www.rfc-editor.org/rfc/rfc5545#section-3.3.10">RFC 5545, section 3.3.10</a>,
 * whose frequency is DAILY, WEEKLY, MONTHLY or YEARLY. A first start that does not match the rule is no start.
 *
 * <p>Longer than 120 lines because it also holds the parts that are prepared once for the first start.
 */
public final class RecurrenceRule {

    /** The maximum number of characters of a rule. */
    public static final int LONGEST_TEXT = 500;

    private final RuleParts parts;
    private final @Nullable LocalDateTime until;
    private final boolean dates;

    /** The values that depend on the first start. They are computed once, because a rule has one first start. */
    private volatile @Nullable Prepared prepared;

    private RecurrenceRule(RuleParts parts, @Nullable LocalDateTime until, boolean dates) {
        this.parts = parts;
        this.until = until;
        this.dates = dates;
    }

    /**
     * Parses a rule such as {@code FREQ=WEEKLY;BYDAY=MO,WE}.
     *
     * @param first the first start of the series
     * @param dates whether the series consists of dates; the parts for the time of the day then have no effect
     * @param zoneForUntil the zone in which an UNTIL in UTC becomes local time
     * @throws InvalidRecurrence if RFC 5545 does not permit the rule, or if it exceeds a limit
     */
    public static RecurrenceRule parse(String text, LocalDateTime first, boolean dates, ZoneId zoneForUntil)
            throws InvalidRecurrence {
        if (text.length() > LONGEST_TEXT) {
            throw InvalidRecurrence.tooLong();
        }
        RuleParts parts = RuleParser.parse(text);
        RuleLimits.check(parts.withDays(first.toLocalDate()), dates);
        // UNTIL in UTC is latest in the easternmost zone. A floating series must stay readable in each zone of a
        // member.
        LocalDateTime latest = Until.of(parts, dates, ZoneOffset.MAX);
        if (latest != null && latest.isBefore(first)) {
            throw InvalidRecurrence.endsBeforeStart();
        }
        return new RecurrenceRule(parts, Until.of(parts, dates, zoneForUntil), dates);
    }

    /** Returns the rule as RFC 5545 writes it, in capital letters. */
    public String text() {
        return parts.toString();
    }

    /** Returns whether the rule has neither an end nor a number of starts. */
    boolean isEndless() {
        return until == null && parts.count().isEmpty();
    }

    /** Returns the starts from one time, inclusive, to another, exclusive. */
    Iterator<LocalDateTime> starts(LocalDateTime first, LocalDateTime from, LocalDateTime to) {
        return prepared(first).between(from, to);
    }

    /** As {@link #starts}, and remembers them for another page of the same range. */
    Iterator<LocalDateTime> startsOfPage(LocalDateTime first, LocalDateTime from, LocalDateTime to) {
        return prepared(first).remembered.between(from, to);
    }

    private Prepared prepared(LocalDateTime first) {
        Prepared rule = prepared;
        if (rule == null || !rule.first.equals(first)) {
            DayRule days = new DayRule(parts.withDays(first.toLocalDate()), first.toLocalDate());
            RuleTimes times = RuleTimes.of(parts, first.toLocalTime(), dates);
            rule = new Prepared(first, days, times, parts.numbers("BYSETPOS"), lastOf(first, days, times));
            prepared = rule;
        }
        return rule;
    }

    /** Returns the UNTIL, or the last of the number of starts; null for an endless rule. */
    private @Nullable LocalDateTime lastOf(LocalDateTime first, DayRule days, RuleTimes times) {
        if (parts.count().isEmpty()) {
            return until;
        }
        // At most 10,000 starts.
        LocalDateTime last = first;
        Iterator<LocalDateTime> starts = new RuleStarts(
                days,
                times,
                parts.numbers("BYSETPOS"),
                parts.count().getAsInt(),
                first,
                first,
                RulePeriods.END.atStartOfDay());
        while (starts.hasNext()) {
            last = starts.next();
        }
        return last;
    }

    /** A rule for its first start. */
    private static final class Prepared {

        private final LocalDateTime first;
        private final DayRule days;
        private final RuleTimes times;
        private final List<Integer> positions;
        private final @Nullable LocalDateTime last;
        private final RememberedStarts remembered = new RememberedStarts(this::between);

        Prepared(
                LocalDateTime first,
                DayRule days,
                RuleTimes times,
                List<Integer> positions,
                @Nullable LocalDateTime last) {
            this.first = first;
            this.days = days;
            this.times = times;
            this.positions = positions;
            this.last = last;
        }

        Iterator<LocalDateTime> between(LocalDateTime from, LocalDateTime to) {
            LocalDateTime end = last != null && last.isBefore(to) ? last.plusNanos(1) : to;
            return new RuleStarts(days, times, positions, Integer.MAX_VALUE, first, from, end);
        }
    }

    /**
     * Returns a time that no start is after: the UNTIL, the last start of a rule with a COUNT, or the end of the
     * calendar.
     */
    LocalDateTime bound(LocalDateTime first) {
        return Objects.requireNonNullElse(prepared(first).last, RulePeriods.END.atStartOfDay());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecurrenceRule rule
                && parts.equals(rule.parts)
                && Objects.equals(until, rule.until)
                && dates == rule.dates;
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
