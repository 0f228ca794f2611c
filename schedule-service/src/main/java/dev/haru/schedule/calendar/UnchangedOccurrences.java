package dev.haru.schedule.calendar;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The occurrences of a series that are not changed, by the instants of their starts. A local start that the clocks skip
 * can be a later instant than the next local starts, so the iterator looks ahead.
 */
final class UnchangedOccurrences implements Iterator<Occurrence> {

    private final Schedule schedule;
    private final ScheduleTime time;
    private final Duration duration;
    private final Set<LocalDateTime> changed;
    private final Iterator<LocalDateTime> starts;
    private final PriorityQueue<Occurrence> ahead = new PriorityQueue<>(Comparator.comparing(Position::of));
    private @Nullable LocalDateTime next;

    UnchangedOccurrences(Schedule schedule, Series series, Instant from, Instant to) {
        this.schedule = schedule;
        this.time = schedule.plan().time();
        this.duration = time.duration();
        changed =
                series.changed().stream().map(ChangedOccurrence::originalStart).collect(Collectors.toUnmodifiableSet());
        ZoneId zone = time.zone();
        starts = series.recurrence(time)
                .startsOfPage(
                        time.start(),
                        LocalDateTime.ofInstant(from, zone).minus(Expansion.LARGEST_SHIFT),
                        LocalDateTime.ofInstant(to, zone).plus(Expansion.LARGEST_SHIFT));
        next = nextStart();
        lookAhead();
    }

    @Override
    public boolean hasNext() {
        return !ahead.isEmpty();
    }

    @Override
    public Occurrence next() {
        Occurrence first = ahead.remove();
        lookAhead();
        return first;
    }

    private void lookAhead() {
        while (next != null && (ahead.isEmpty() || !next.isAfter(wallTime(ahead.peek())))) {
            Instant startAt = time.instant(next);
            ahead.add(new Occurrence(schedule, startAt, time.endAt(next, startAt, duration), next, null));
            next = nextStart();
        }
    }

    private LocalDateTime wallTime(Occurrence occurrence) {
        return LocalDateTime.ofInstant(occurrence.startAt(), time.zone());
    }

    private @Nullable LocalDateTime nextStart() {
        while (starts.hasNext()) {
            LocalDateTime start = starts.next();
            if (!changed.contains(start)) {
                return start;
            }
        }
        return null;
    }
}
