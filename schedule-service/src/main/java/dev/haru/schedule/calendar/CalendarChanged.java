package dev.haru.schedule.calendar;

import java.util.UUID;

/** The member's schedules are others than before, once the transaction that says so is committed. */
public record CalendarChanged(UUID memberId) {}
