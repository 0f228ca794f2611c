package dev.haru.schedule.calendar;

import dev.haru.schedule.calendar.BusyTimes.Interval;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Collects the schedules that overlap another one.
 *
 * <p>Longer than 120 lines because it compares single schedules and series.
 */
final class Overlaps {

    /** Occurrences of a series count in this time after its start. */
    private static final Duration COUNTED = Window.LONGEST_SCHEDULE;

    /** No series has more occurrences in {@link #COUNTED}. */
    private static final int MAX_OF_SERIES = 20_000;

    /** The number of occurrences of other schedules that are compared at a time, by start. */
    private static final int CHUNK = 2_000;

    /** The maximum number of chunks. It bounds the work: later occurrences are not compared. */
    private static final int MAX_CHUNKS = 25;

    private final Schedule schedule;
    private final MergedIntervals busy;
    private final Map<UUID, Instant> starts = new HashMap<>();

    private Overlaps(Schedule schedule, MergedIntervals busy) {
        this.schedule = schedule;
        this.busy = busy;
    }

    /**
     * Collects what overlaps a schedule.
     *
     * @param schedule with the current time zone of its member
     */
    static Overlaps of(Schedule schedule) {
        return new Overlaps(
                schedule, MergedIntervals.of(schedule.plan().series() == null ? ofOne(schedule) : ofSeries(schedule)));
    }

    private static List<Interval> ofOne(Schedule schedule) {
        return schedule.plan().details().isBusy()
                ? List.of(new Interval(schedule.startAt(), schedule.endAt()))
                : List.of();
    }

    private static List<Interval> ofSeries(Schedule schedule) {
        Instant from = schedule.startAt();
        return BusyOccurrence.of(schedule, from, from.plus(COUNTED), MAX_OF_SERIES)
                .map(occurrence -> new Interval(occurrence.startAt(), occurrence.endAt()))
                .toList();
    }

    /** Returns an empty collection, for a caller that needs no overlaps. */
    static Overlaps none(Schedule schedule) {
        return new Overlaps(schedule, MergedIntervals.of(List.of()));
    }

    Schedule schedule() {
        return schedule;
    }

    /** Whether nothing can overlap the schedule, because it does not make its member busy. */
    boolean areNone() {
        return busy.isEmpty();
    }

    boolean areOfSeries() {
        return schedule.plan().series() != null;
    }

    /** Returns the parameters of the statements that find overlapping schedules. Some need only a part of them. */
    Map<String, ?> parameters() {
        Map<String, Object> parameters = new HashMap<>(OverlapSql.before(busy.startAt()));
        parameters.putAll(ExpandedSchedules.reaching(busy.startAt(), busy.endAt()));
        parameters.put("memberId", schedule.memberId());
        parameters.put("id", schedule.id());
        parameters.put("from", busy.startAt().atOffset(ZoneOffset.UTC));
        parameters.put("to", busy.endAt().atOffset(ZoneOffset.UTC));
        return parameters;
    }

    /** Adds another schedule with instants if it overlaps. */
    void add(UUID id, Instant startAt, Instant endAt) {
        if (busy.overlap(startAt, endAt)) {
            starts.put(id, startAt);
        }
    }

    /** Adds each of the other schedules that has an overlapping occurrence, with the start of the first of these. */
    void add(ExpandedSchedules others) {
        List<Schedule> candidates = others.without(schedule.id());
        Window window = new Window(busy.startAt(), busy.endAt());
        Set<UUID> found = new HashSet<>();
        Position after = window.start();
        for (int chunk = 0; chunk < MAX_CHUNKS && found.size() < OverlapReader.MAX; chunk++) {
            List<Occurrence> next = Expansion.busy(candidates, window, after, CHUNK);
            next.stream()
                    .filter(occurrence -> busy.overlap(occurrence.startAt(), occurrence.endAt()))
                    .filter(occurrence -> found.add(occurrence.schedule().id()))
                    .forEach(occurrence -> starts.put(occurrence.schedule().id(), occurrence.startAt()));
            if (next.size() < CHUNK) {
                return;
            }
            after = Position.of(next.getLast());
        }
    }

    /** Returns at most {@link OverlapReader#MAX} ids, by the start of the overlapping schedule or occurrence. */
    List<UUID> ids() {
        return starts.entrySet().stream()
                .sorted(Comparator.comparing(overlap -> new Position(overlap.getValue(), overlap.getKey())))
                .limit(OverlapReader.MAX)
                .map(Map.Entry::getKey)
                .toList();
    }
}
