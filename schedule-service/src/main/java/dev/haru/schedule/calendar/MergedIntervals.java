package dev.haru.schedule.calendar;

import dev.haru.schedule.calendar.BusyTimes.Interval;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A set of times: intervals of which none overlaps or touches another. */
final class MergedIntervals {

    /** The ends by their starts. */
    private final NavigableMap<Instant, Instant> ends = new TreeMap<>();

    /** Merges the intervals. */
    static MergedIntervals of(Collection<Interval> intervals) {
        MergedIntervals merged = new MergedIntervals();
        intervals.stream().sorted(Comparator.comparing(Interval::startAt)).forEach(merged::append);
        return merged;
    }

    private void append(Interval next) {
        Map.Entry<Instant, Instant> last = ends.lastEntry();
        if (last == null || next.startAt().isAfter(last.getValue())) {
            ends.put(next.startAt(), next.endAt());
        } else if (next.endAt().isAfter(last.getValue())) {
            ends.put(last.getKey(), next.endAt());
        }
    }

    boolean isEmpty() {
        return ends.isEmpty();
    }

    Instant startAt() {
        return ends.firstKey();
    }

    Instant endAt() {
        return ends.lastEntry().getValue();
    }

    /** Whether one of the intervals overlaps the time. */
    boolean overlap(Instant startAt, Instant endAt) {
        Map.Entry<Instant, Instant> last = ends.lowerEntry(endAt);
        return last != null && last.getValue().isAfter(startAt);
    }

    /** Returns the intervals by start. */
    List<Interval> toList() {
        return ends.entrySet().stream()
                .map(interval -> new Interval(interval.getKey(), interval.getValue()))
                .toList();
    }
}
