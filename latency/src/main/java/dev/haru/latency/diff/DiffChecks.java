package dev.haru.latency.diff;

import dev.haru.latency.diff.Change.Verdict;
import dev.haru.latency.report.Check;
import dev.haru.latency.report.Check.Result;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.table.Figures;
import java.util.List;
import java.util.stream.Stream;

/** The changes of a route as checks: the whole request first, then each component. */
public final class DiffChecks {

    private DiffChecks() {}

    public static List<Check> of(RouteDiff diff) {
        String table = DiffTable.of(diff);
        return Stream.concat(diff.whole().stream(), diff.components().stream())
                .map(change -> new Check(
                        diff.route(),
                        change.what(),
                        change.after(),
                        change.verdict() == Verdict.SLOWER ? Result.FAILED : Result.PASSED,
                        evidence(diff, change),
                        diff.samplingNote(),
                        table))
                .toList();
    }

    /** A skipped check for a route that cannot be compared. */
    public static Check leftOut(String route, SamplingSummary before, SamplingSummary after) {
        return new Check(route, "mean", 0, Result.SKIPPED, Comparison.tooFew(route, before, after), "", "");
    }

    private static String evidence(RouteDiff diff, Change change) {
        return "%s ms instead of %s ms, a change of %s ms (interval %s to %s ms); more than %s ms counts"
                .formatted(
                        Figures.millis(change.after()),
                        Figures.millis(change.before()),
                        Figures.change(change.difference()),
                        Figures.change(change.interval().low()),
                        Figures.change(change.interval().high()),
                        Figures.millis(diff.thresholdNanos()));
    }
}
