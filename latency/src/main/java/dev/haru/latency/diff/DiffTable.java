package dev.haru.latency.diff;

import dev.haru.latency.diff.Change.Verdict;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.source.DroppedSpans;
import dev.haru.latency.table.Figures;
import dev.haru.latency.table.Table;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats a comparison for a terminal: all changes, and the largest differences that do not count as changes. */
public final class DiffTable {

    private static final int MAXIMUM_UNCHANGED = 8;

    private DiffTable() {}

    /** The comparison of each route, and how the requests were sampled. */
    public static String of(List<RouteDiff> diffs) {
        String tables = diffs.stream().map(DiffTable::of).collect(Collectors.joining(System.lineSeparator()));
        String note = SamplingSummary.note(
                SamplingSummary.sum(diffs.stream().map(RouteDiff::samplingBefore)),
                SamplingSummary.sum(diffs.stream().map(RouteDiff::samplingAfter)));
        return Stream.of(
                        Stream.of(tables),
                        Stream.of(note).filter(line -> !line.isEmpty()),
                        dropped("Before", diffs.getFirst().droppedBefore()),
                        dropped("After", diffs.getFirst().droppedAfter()))
                .flatMap(Function.identity())
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private static Stream<String> dropped(String side, DroppedSpans spans) {
        return spans.sentences().stream().map(sentence -> side + ": " + sentence);
    }

    /** The comparison of one route. */
    public static String of(RouteDiff diff) {
        Table table = new Table(1, "", "BEFORE ms", "AFTER ms", "CHANGE ms", "INTERVAL ms", "");
        diff.whole().forEach(change -> row(table, change));
        diff.components().stream()
                .filter(change -> change.verdict() != Verdict.SAME)
                .forEach(change -> row(table, change));
        diff.components().stream()
                .filter(change -> change.verdict() == Verdict.SAME)
                .limit(MAXIMUM_UNCHANGED)
                .forEach(change -> row(table, change));
        return """
            %s: %s requests before, %s after, changes of more than %s ms count
            %s
            %s
            """.formatted(
                        diff.route(),
                        Figures.count(diff.before()),
                        Figures.count(diff.after()),
                        Figures.millis(diff.thresholdNanos()),
                        table,
                        verdict(diff));
    }

    private static String verdict(RouteDiff diff) {
        List<String> lines = Stream.concat(
                        diff.components().stream()
                                .filter(change -> change.verdict() != Verdict.SAME)
                                .map(change -> "%s: %s, %s ms"
                                        .formatted(
                                                word(change.verdict()),
                                                change.what(),
                                                Figures.change(change.difference()))),
                        diff.calls().stream()
                                .map(change -> "called %s: %s, %s times in a request instead of %s"
                                        .formatted(
                                                change.difference() > 0 ? "more often" : "less often",
                                                change.what(),
                                                Figures.twoDecimals(change.after()),
                                                Figures.twoDecimals(change.before()))))
                .toList();
        if (!lines.isEmpty()) {
            return lines.stream().collect(Collectors.joining(System.lineSeparator()));
        }
        return diff.isSlower() ? "the route became slower, but no single component did" : "no component changed";
    }

    private static void row(Table table, Change change) {
        table.row(
                change.what(),
                Figures.millis(change.before()),
                Figures.millis(change.after()),
                Figures.change(change.difference()),
                Figures.change(change.interval().low()) + " to "
                        + Figures.change(change.interval().high()),
                change.verdict() == Verdict.SAME ? "" : word(change.verdict()));
    }

    private static String word(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }
}
