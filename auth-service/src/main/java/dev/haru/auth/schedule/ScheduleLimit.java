package dev.haru.auth.schedule;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;

/**
 * The limit of schedules of a member.
 *
 * @param limit the limit that applies
 * @param used the number of schedules of the member
 * @param own the limit that an operator has set for the member; null if that of all members applies
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ScheduleLimit(int limit, int used, @Nullable Integer own) {}
