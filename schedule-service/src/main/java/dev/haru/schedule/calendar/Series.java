package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.recurrence.Recurrence;
import dev.haru.schedule.recurrence.RecurrenceRule;
import dev.haru.schedule.recurrence.StartList;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a schedule recurs (<a href="https://www.rfc-editor.org/rfc/rfc5545">RFC 5545</a>). All starts are local times in
 * the zone of the schedule.
 *
 * <p>Longer than 120 lines because it keeps the rules of a series together.
 *
 * @param rule the recurrence rule (RRULE) in the form of {@link RecurrenceRule#text}
 * @param additional starts besides those of the rule (RDATE), ascending
 * @param excluded starts that the series leaves out (EXDATE), ascending
 * @param changed the changed occurrences, by original start, at most {@value #MAX_CHANGED}
 */
public record Series(
        @Nullable String rule,
        List<LocalDateTime> additional,
        List<LocalDateTime> excluded,
        List<ChangedOccurrence> changed) {

    private static final LocalDateTime EARLIEST =
            LocalDateTime.ofInstant(CalendarTime.FIRST.minus(Expansion.LARGEST_SHIFT), ZoneOffset.UTC);

    /** The maximum number of changed occurrences. */
    public static final int MAX_CHANGED = 100;

    /** The maximum size of a series in the database, in bytes. */
    static final int MAX_BYTES = 16 * 1024;

    public Series {
        additional = StartList.of(additional);
        excluded = StartList.of(excluded);
        changed = changed.stream()
                .sorted(Comparator.comparing(ChangedOccurrence::originalStart))
                .toList();
    }

    /**
     * Returns a series without changed occurrences. Throws the 400 problem of the field {@code recurrence.rule} if the
     * rule is refused.
     *
     * @param time the time of the first occurrence
     */
    static Series of(
            @Nullable String rule, List<LocalDateTime> additional, List<LocalDateTime> excluded, ScheduleTime time) {
        return new Series(rule == null ? null : ParsedRules.of(rule, time).text(), additional, excluded, List.of());
    }

    /** Returns the plan. Throws the 400 problem if its series is too large to be stored. */
    static Plan requireBounded(Plan plan) {
        Series series = plan.series();
        if (series != null) {
            String stored = Objects.requireNonNull(PlanJson.recurrence(plan));
            if (series.changed.size() > MAX_CHANGED
                    || series.additional.size() > RecurrenceForm.MAX_DATES
                    || series.excluded.size() > RecurrenceForm.MAX_DATES
                    || stored.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
                throw InvalidRequest.field(
                        "recurrence",
                        Message.of("field.recurrence.too-large", MAX_CHANGED, RecurrenceForm.MAX_DATES, MAX_BYTES));
            }
        }
        return plan;
    }

    /**
     * Returns the starts of the series for expansion.
     *
     * @param time the time of the first occurrence
     */
    public Recurrence recurrence(ScheduleTime time) {
        return new Recurrence(rule == null ? null : ParsedRules.of(rule, time), additional, excluded);
    }

    /** Returns the changed occurrence with this original start. */
    Optional<ChangedOccurrence> changed(LocalDateTime originalStart) {
        return changed.stream()
                .filter(occurrence -> occurrence.originalStart().equals(originalStart))
                .findAny();
    }

    /** Returns the series for a member whose days begin in this zone. */
    Series in(ZoneId memberZone) {
        return changed.isEmpty()
                ? this
                : withChanged(changed.stream()
                        .map(occurrence -> new ChangedOccurrence(
                                occurrence.originalStart(), occurrence.plan().in(memberZone)))
                        .toList());
    }

    /** Whether the series has an occurrence with this original start. */
    boolean contains(ScheduleTime time, LocalDateTime originalStart) {
        return changed(originalStart).isPresent() || recurrence(time).contains(time.start(), originalStart);
    }

    /** Whether no occurrence is before this start. */
    boolean beginsWith(ScheduleTime time, LocalDateTime start) {
        return changed.stream()
                        .noneMatch(occurrence -> occurrence.originalStart().isBefore(start))
                && !recurrence(time).starts(time.start(), EARLIEST, start).hasNext();
    }

    /** Whether the series has no occurrence. */
    boolean isEmpty(ScheduleTime time) {
        return beginsWith(time, LocalDateTime.ofInstant(CalendarTime.END, time.zone()));
    }

    /** Returns the series without the occurrence with this original start. */
    Series without(LocalDateTime originalStart) {
        return new Series(
                rule,
                additional,
                Stream.concat(excluded.stream(), Stream.of(originalStart)).toList(),
                otherChanged(originalStart));
    }

    /** Returns the series with this changed occurrence. */
    Series with(ChangedOccurrence occurrence) {
        return withChanged(Stream.concat(otherChanged(occurrence.originalStart()).stream(), Stream.of(occurrence))
                .toList());
    }

    /** Returns the series with an occurrence as the series gives it. */
    Series withUnchanged(LocalDateTime originalStart) {
        return withChanged(otherChanged(originalStart));
    }

    private List<ChangedOccurrence> otherChanged(LocalDateTime originalStart) {
        return changed.stream()
                .filter(occurrence -> !occurrence.originalStart().equals(originalStart))
                .toList();
    }

    /** Returns those changed occurrences whose original start the series still has. */
    List<ChangedOccurrence> stillIn(ScheduleTime time, List<ChangedOccurrence> occurrences) {
        Recurrence starts = recurrence(time);
        return occurrences.stream()
                .filter(occurrence -> starts.contains(time.start(), occurrence.originalStart()))
                .toList();
    }

    /** Returns about how many characters the series has as JSON. */
    int characters() {
        return TimeText.LONGEST * (additional.size() + excluded.size())
                + changed.stream()
                        .mapToInt(occurrence -> occurrence.plan().characters())
                        .sum();
    }

    /** Returns this series with other changed occurrences. */
    public Series withChanged(List<ChangedOccurrence> others) {
        return new Series(rule, additional, excluded, others);
    }
}
