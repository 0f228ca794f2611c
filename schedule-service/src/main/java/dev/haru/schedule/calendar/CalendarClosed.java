package dev.haru.schedule.calendar;

import java.util.UUID;

/**
 * The member is being erased: {@link ErasureLock} is over, and who keeps more of the member's erases it before the
 * listener returns. May be told again.
 */
public record CalendarClosed(UUID memberId) {}
