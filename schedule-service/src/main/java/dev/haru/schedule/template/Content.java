package dev.haru.schedule.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a template that its owner writes.
 *
 * @param durationMinutes length of the whole template, from the start of the adoption to the end of its last schedule;
 *     a series counts with its first occurrence
 * @param steps the schedules that an adoption creates; if empty, an adoption creates one schedule of the full length
 */
record Content(
        int categoryId,
        String title,
        String description,
        int durationMinutes,
        int locationId,
        @Nullable String imageUrl,
        List<Step> steps) {

    Content {
        steps = List.copyOf(steps);
    }
}
