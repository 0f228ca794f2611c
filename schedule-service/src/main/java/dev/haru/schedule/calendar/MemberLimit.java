package dev.haru.schedule.calendar;

import org.jspecify.annotations.Nullable;

/**
 * The limit of schedules of a member, for operators.
 *
 * @param limit the limit that applies
 * @param used the number of schedules
 * @param own the limit that an operator has set for this member; null if that of all members applies
 */
record MemberLimit(int limit, int used, @Nullable Integer own) {}
