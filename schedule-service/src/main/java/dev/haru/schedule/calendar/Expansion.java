package dev.haru.schedule.calendar;

import dev.haru.platform.deadline.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Expands schedules into occurrences and merges them by start. It computes each occurrence only when the result has
 * room for it, so the work is bounded by the number of schedules and the limit of the result.
 *
 * <p>Longer than 120 lines because the bounds of the window and of the page belong together.
 */
final class Expansion {

    /**
     * More than the largest difference between two offsets of time zones, 26 hours, and so more than the clocks can
     * skip or repeat.
     */
    static final Duration LARGEST_SHIFT = Duration.ofHours(27);

    private final Window window;
    private final Position after;
    private final boolean busyOnly;
    private final PriorityQueue<Source> sources = new PriorityQueue<>(Comparator.comparing(Source::position));

    private Expansion(Window window, Position after, boolean busyOnly) {
        this.window = window;
        this.after = after;
        this.busyOnly = busyOnly;
    }

    /**
     * Returns the occurrences that overlap the window, by start, after the position, at most {@code limit}. A window
     * without bounds has each schedule once, a series with its first occurrence.
     *
     * @param schedules schedules for a member whose days begin in the zone of their time; those that are not expanded
     *     must be sorted
     */
    static List<Occurrence> of(List<Schedule> schedules, Window window, Position after, int limit) {
        return of(schedules, new Expansion(window, after, false), limit);
    }

    /** As {@link #of}, without the occurrences that do not make their member busy. It does not compute them. */
    static List<Occurrence> busy(List<Schedule> schedules, Window window, Position after, int limit) {
        return of(schedules, new Expansion(window, after, true), limit);
    }

    private static List<Occurrence> of(List<Schedule> schedules, Expansion expansion, int limit) {
        expansion.add(schedules.stream()
                .filter(schedule -> !schedule.plan().isExpanded())
                .map(Occurrence::whole)
                .iterator());
        schedules.stream().filter(schedule -> schedule.plan().isExpanded()).forEach(expansion::addExpanded);
        return expansion.take(limit);
    }

    /** Returns all occurrences of a schedule that overlap the window, by start, at most {@code limit}. */
    static List<Occurrence> of(Schedule schedule, Window window, int limit) {
        return of(List.of(schedule), window, window.start(), limit);
    }

    private void addExpanded(Schedule schedule) {
        Deadline.requireTime();
        Series series = schedule.plan().series();
        if (series == null || window.isUnbounded()) {
            add(List.of(Occurrence.whole(schedule)).iterator());
            return;
        }
        if (!busyOnly || schedule.plan().details().isBusy()) {
            add(new UnchangedOccurrences(
                    schedule, series, earliestStart(schedule.plan().time()), window.to()));
        }
        add(series.changed().stream()
                .map(changed -> Occurrence.changed(schedule, changed))
                .sorted(Comparator.comparing(Position::of))
                .iterator());
    }

    /** Returns the earliest start of an occurrence that overlaps the window and is not before the position. */
    private Instant earliestStart(ScheduleTime time) {
        Instant overlapping =
                window.from().minus(Duration.between(time.start(), time.end())).minus(LARGEST_SHIFT);
        return overlapping.isAfter(after.startAt()) ? overlapping : after.startAt();
    }

    private void add(Iterator<Occurrence> occurrences) {
        Source source = new Source(occurrences);
        if (source.advance()) {
            sources.add(source);
        }
    }

    private List<Occurrence> take(int limit) {
        List<Occurrence> taken = new ArrayList<>();
        while (taken.size() < limit && !sources.isEmpty()) {
            Source source = sources.remove();
            taken.add(source.head());
            if (source.advance()) {
                sources.add(source);
            }
        }
        return taken;
    }

    /** The occurrences of a source that are in the result, the first of which is known. */
    private final class Source {

        private final Iterator<Occurrence> occurrences;
        private @Nullable Occurrence head;
        private @Nullable Position position;

        Source(Iterator<Occurrence> occurrences) {
            this.occurrences = occurrences;
        }

        boolean advance() {
            while (occurrences.hasNext()) {
                Occurrence next = occurrences.next();
                if (!next.startAt().isBefore(window.to())) {
                    return false;
                }
                Position at = Position.of(next);
                if (next.endAt().isAfter(window.from())
                        && at.compareTo(after) > 0
                        && (!busyOnly || BusyOccurrence.isBusy(next))) {
                    head = next;
                    position = at;
                    return true;
                }
            }
            return false;
        }

        Occurrence head() {
            return Objects.requireNonNull(head);
        }

        Position position() {
            return Objects.requireNonNull(position);
        }
    }
}
