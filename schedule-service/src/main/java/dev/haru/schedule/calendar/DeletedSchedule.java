package dev.haru.schedule.calendar;

import java.time.Instant;

/**
 * A schedule that can be restored.
 *
 * @param number the position of the deletion in the changes of the member
 */
record DeletedSchedule(Schedule schedule, long number, Instant deletedAt) {}
