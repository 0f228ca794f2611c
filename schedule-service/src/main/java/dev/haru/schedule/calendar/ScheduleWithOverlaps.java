package dev.haru.schedule.calendar;

import java.util.List;
import java.util.UUID;

/**
 * A schedule after it was added or replaced, and the schedules that it overlaps.
 *
 * @param overlaps the member's other schedules at the same time, by start, {@link OverlapReader#MAX} at most
 */
record ScheduleWithOverlaps(Schedule schedule, List<UUID> overlaps) {}
