package dev.haru.schedule.template;

import jakarta.persistence.Embeddable;
import org.jspecify.annotations.Nullable;

/**
 * One of the schedules that an adoption of a template creates.
 *
 * @param startsAfterMinutes minutes after the start of the adoption; 1440 minutes are one calendar day
 */
@Embeddable
record Step(
        String title,
        int startsAfterMinutes,
        int durationMinutes,
        int locationId,
        @Nullable String note) {}
