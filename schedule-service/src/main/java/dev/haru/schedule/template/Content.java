package dev.haru.schedule.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a template that is its owner's to decide.
 *
 * @param durationMinutes from the start of what it makes until all of it is over
 * @param steps what it makes; without any one schedule as long as all of it
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
