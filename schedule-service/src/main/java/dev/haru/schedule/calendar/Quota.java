package dev.haru.schedule.calendar;

import io.swagger.v3.oas.annotations.media.Schema;

/** The number of schedules that a member may have and has. */
record Quota(
        @Schema(description = "The maximum number of schedules", example = "1000")
        int limit,

        @Schema(description = "The number of schedules", example = "12")
        int used,

        @Schema(description = "The number of schedules that you can add", example = "988")
        int remaining) {

    /** Returns 0 also if the limit is below the number of schedules: an operator may lower the limit of a member. */
    static Quota of(int limit, int used) {
        return new Quota(limit, used, Math.max(0, limit - used));
    }
}
