package dev.haru.schedule.template;

import org.jspecify.annotations.Nullable;

/**
 * The ratings and adoptions of a template.
 *
 * @param averageRating from 1 to 5, rounded to hundredths; null without ratings
 * @param ownRating the current rating by the requesting member; the other values are those of the last refresh of the
 *     ranking
 */
record RatingSummary(
        @Nullable Double averageRating,
        int ratings,
        int adoptions,
        @Nullable Integer ownRating) {

    /** Returns the mean of the ratings with this total; null without ratings. */
    static @Nullable Double average(int total, int ratings) {
        return ratings == 0 ? null : Math.round(total * 100.0 / ratings) / 100.0;
    }
}
