package dev.haru.schedule.calendar;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** An occurrence of a schedule that makes its member busy. */
public record BusyOccurrence(UUID scheduleId, int locationId, Instant startAt, Instant endAt) {

    /**
     * Returns at most {@code limit} busy occurrences of a schedule that overlap the window, by start. A whole day that
     * the zone skipped takes no time.
     */
    static Stream<BusyOccurrence> of(Schedule schedule, Instant from, Instant to, int limit) {
        Window window = new Window(from, to);
        return Expansion.busy(List.of(schedule), window, window.start(), limit).stream()
                .filter(occurrence -> occurrence.startAt().isBefore(occurrence.endAt()))
                .map(occurrence -> new BusyOccurrence(
                        schedule.id(), content(occurrence).locationId(), occurrence.startAt(), occurrence.endAt()));
    }

    static boolean isBusy(Occurrence occurrence) {
        return content(occurrence).details().isBusy();
    }

    /** Returns a plan with the location and the optional fields of the occurrence, but not with its time. */
    private static Plan content(Occurrence occurrence) {
        Plan changed = occurrence.changedPlan();
        return changed == null ? occurrence.schedule().plan() : changed;
    }
}
