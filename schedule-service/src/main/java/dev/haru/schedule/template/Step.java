package dev.haru.schedule.template;

import jakarta.persistence.Embeddable;
import org.jspecify.annotations.Nullable;

/**
 * One schedule of those that adopting a template makes.
 *
 * @param startsAfterMinutes since the start of the first day's; whole days are days of the calendar
 */
@Embeddable
record Step(
        String title,
        int startsAfterMinutes,
        int durationMinutes,
        int locationId,
        @Nullable String note) {}
