package dev.haru.schedule.template;

import org.jspecify.annotations.Nullable;

/**
 * What members think of a template.
 *
 * @param averageRating from 1 to 5, rounded to hundredths; null while nobody has rated it
 * @param ownRating that of who asks, of this moment; the rest is of the last refresh of the ranking
 */
record RatingSummary(
        @Nullable Double averageRating,
        int ratings,
        int adoptions,
        @Nullable Integer ownRating) {

    /** The mean of so many ratings that add up to this. */
    static @Nullable Double average(int total, int ratings) {
        return ratings == 0 ? null : Math.round(total * 100.0 / ratings) / 100.0;
    }
}
