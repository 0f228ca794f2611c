package dev.haru.schedule.calendar;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Ends a page before its JSON becomes too large. A series as a whole has up to a hundred changed occurrences, and each
 * of them has all texts of the series.
 */
final class PageSize {

    /** The number of characters after which a page ends. The last item may exceed it. */
    static final int CHARACTERS = 1 << 20;

    private PageSize() {}

    /**
     * Returns how many of the first items a page has: at least one, if there are any.
     *
     * @param limit the maximum number of items
     * @param characters returns about how many characters an item has
     */
    static <T> int of(List<T> items, int limit, ToIntFunction<T> characters) {
        int most = Math.min(limit, items.size());
        int size = 0;
        long sum = 0;
        while (size < most && sum < CHARACTERS) {
            sum += characters.applyAsInt(items.get(size));
            size++;
        }
        return size;
    }
}
