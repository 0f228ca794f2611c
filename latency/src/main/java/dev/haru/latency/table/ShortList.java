package dev.haru.latency.table;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The first entries of a list, and the number of the others. A reader cannot take in more. */
public final class ShortList {

    /** The maximum number of entries. */
    public static final int MAXIMUM = 20;

    private ShortList() {}

    /** The first entries. */
    public static <T> List<T> first(List<T> entries) {
        return entries.subList(0, Math.min(entries.size(), MAXIMUM));
    }

    /** {@code "12 more"}, or nothing if the first entries are all. */
    public static String more(List<?> entries) {
        return entries.size() <= MAXIMUM ? "" : Figures.count(entries.size() - (long) MAXIMUM) + " more";
    }

    /** The first entries and the number of the others, with this text between them. */
    public static <T> String joined(List<T> entries, String separator, Function<T, String> text) {
        String more = more(entries);
        return first(entries).stream().map(text).collect(Collectors.joining(separator))
                + (more.isEmpty() ? "" : separator + more);
    }
}
