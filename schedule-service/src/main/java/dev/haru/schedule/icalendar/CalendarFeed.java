package dev.haru.schedule.icalendar;

import java.time.Instant;
import java.util.UUID;

/**
 * The feed that belongs to the address of a request.
 *
 * @param changeNumber the number of the last change of the member's calendar
 */
record CalendarFeed(UUID memberId, Instant createdAt, long changeNumber) {}
