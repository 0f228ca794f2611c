package dev.haru.schedule.calendar;

import java.util.List;
import java.util.UUID;

/**
 * A schedule that has found its place in the calendar.
 *
 * @param overlaps other schedules of the member's at the same time, by start, {@link ScheduleStore#MOST_OVERLAPS} at
 *     most
 */
record ScheduleWithOverlaps(Schedule schedule, List<UUID> overlaps) {}
