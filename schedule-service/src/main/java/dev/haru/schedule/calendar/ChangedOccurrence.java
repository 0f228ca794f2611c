package dev.haru.schedule.calendar;

import java.time.LocalDateTime;

/**
 * An occurrence of a series that differs from the others (RECURRENCE-ID in RFC 5545).
 *
 * @param originalStart the local start that the series gives the occurrence
 * @param plan the plan of the occurrence, without a series of its own
 */
public record ChangedOccurrence(LocalDateTime originalStart, Plan plan) {}
