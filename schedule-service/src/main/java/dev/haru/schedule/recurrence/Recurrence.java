package dev.haru.schedule.recurrence;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The starts of a series (RFC 5545, section 3.8.5): those of a rule, or the first start alone if there is no rule, and
 * the additional ones, without the excluded ones. All are in local time without a zone; a date is its midnight.
 *
 * @param rule null if only the first and the additional starts occur
 * @param additional further starts (RDATE), ascending
 * @param excluded starts that do not occur (EXDATE), ascending; one that is no start has no effect
 */
public record Recurrence(@Nullable RecurrenceRule rule, List<LocalDateTime> additional, List<LocalDateTime> excluded) {

    private static final LocalDateTime END = RulePeriods.END.atStartOfDay();
    private static final Duration FIRST_SPAN = Duration.ofDays(366);

    /** Sorts the starts and removes duplicates. */
    public Recurrence {
        additional = StartList.of(additional);
        excluded = StartList.of(excluded);
    }

    /**
     * Returns the starts within a range in ascending order. The iterator computes each start when it returns it.
     *
     * @param first the first start of the series
     * @param from the beginning of the range, inclusive
     * @param to the end of the range, exclusive
     */
    public Iterator<LocalDateTime> starts(LocalDateTime first, LocalDateTime from, LocalDateTime to) {
        return merged(rule == null ? within(List.of(first), from, to) : rule.starts(first, from, to), from, to);
    }

    /** As {@link #starts}, and remembers those of the rule for another page of the same range. */
    public Iterator<LocalDateTime> startsOfPage(LocalDateTime first, LocalDateTime from, LocalDateTime to) {
        return rule == null ? starts(first, from, to) : merged(rule.startsOfPage(first, from, to), from, to);
    }

    private Iterator<LocalDateTime> merged(Iterator<LocalDateTime> ofRule, LocalDateTime from, LocalDateTime to) {
        return additional.isEmpty() && excluded.isEmpty()
                ? ofRule
                : new MergedStarts(ofRule, within(additional, from, to), excluded);
    }

    private static Iterator<LocalDateTime> within(List<LocalDateTime> starts, LocalDateTime from, LocalDateTime to) {
        return StartList.of(starts).between(from, to).iterator();
    }

    /** Returns the last start; empty for an endless series; the first start for a series without any occurrence. */
    public Optional<LocalDateTime> last(LocalDateTime first) {
        if (rule != null && rule.isEndless() && rule.starts(first, first, END).hasNext()) {
            return Optional.empty();
        }
        LocalDateTime earliest = Collections.min(withAdditional(first));
        LocalDateTime bound = Collections.max(withAdditional(rule == null ? first : rule.bound(first)));
        // Searches backwards, in ever larger spans, because a rule can have a million starts before its last one.
        LocalDateTime to = bound.plusNanos(1);
        for (Duration span = FIRST_SPAN; to.isAfter(earliest); span = span.multipliedBy(2)) {
            LocalDateTime from = to.minus(span);
            Iterator<LocalDateTime> starts = starts(first, from, to);
            LocalDateTime last = null;
            while (starts.hasNext()) {
                last = starts.next();
            }
            if (last != null) {
                return Optional.of(last);
            }
            to = from;
        }
        return Optional.of(first);
    }

    private List<LocalDateTime> withAdditional(LocalDateTime start) {
        return Stream.concat(Stream.of(start), additional.stream()).toList();
    }

    /** Returns whether the series has an occurrence with this start. */
    public boolean contains(LocalDateTime first, LocalDateTime start) {
        return starts(first, start, start.plusNanos(1)).hasNext();
    }
}
