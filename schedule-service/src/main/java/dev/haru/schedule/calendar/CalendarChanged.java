package dev.haru.schedule.calendar;

import java.util.UUID;

/**
 * Published by a transaction that changes a member's schedules. The change is visible once the transaction is
 * committed.
 */
public record CalendarChanged(UUID memberId) {}
