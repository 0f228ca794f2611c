package dev.haru.schedule.calendar;

import java.util.List;

/**
 * A page of the changes of a member's schedules, in the order of the changes.
 *
 * @param next the position after this page
 * @param more whether there are changes after this page
 */
record Changes(List<Change> page, SyncToken next, boolean more) {}
