package dev.haru.schedule.calendar;

import java.util.UUID;

/**
 * Published during the erasure of a member, after {@link ErasureLock} has begun to refuse the member. A listener erases
 * its own data of the member before it returns. The event may be published again for the same member.
 */
public record CalendarClosed(UUID memberId) {}
