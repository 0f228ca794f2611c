package dev.haru.latency.profile;

import dev.haru.latency.profile.RouteProfile.Example;
import dev.haru.latency.profile.RouteProfile.Line;
import dev.haru.latency.profile.RouteProfile.Whole;
import dev.haru.latency.table.Figures;
import dev.haru.latency.table.Table;

/** Formats a profile for a terminal. */
public final class ProfileTable {

    private ProfileTable() {}

    public static String of(RouteProfile profile) {
        Whole whole = profile.whole();
        return """
            %s: %s requests in %s%s
            p50 %s ms, p95 %s ms, p99 %s ms, mean %s ms, failed %s

            %s
            Self time on the critical path. The parts of a request add up to its duration, and the means to the mean.
            Percentiles do not add up. OF SLOW is the share in the slowest 5%% of requests. Server queue is inferred.
            %s
            typical  %s
            slowest  %s
            """.formatted(
                        profile.route(),
                        Figures.count(profile.requests()),
                        profile.source(),
                        sampled(profile),
                        Figures.millis(whole.p50Nanos()),
                        Figures.millis(whole.p95Nanos()),
                        Figures.millis(whole.p99Nanos()),
                        Figures.millis(whole.meanNanos()),
                        Figures.percent(profile.failedShare()),
                        table(profile),
                        notes(profile),
                        example(profile.examples().typical()),
                        example(profile.examples().slowest()));
    }

    private static Table table(RouteProfile profile) {
        Table table = new Table(
                2, "SERVICE", "COMPONENT", "MEAN ms", "SHARE", "OF SLOW", "p50 ms", "p99 ms", "CALLS", "FAILED");
        for (Line line : profile.components()) {
            if (line.meanNanos() == 0) {
                continue;
            }
            table.row(
                    line.component().service(),
                    line.component().label(),
                    Figures.millis(line.meanNanos()),
                    Figures.percent(line.share()),
                    Figures.percent(line.slowShare()),
                    Figures.millis(line.p50Nanos()),
                    Figures.millis(line.p99Nanos()),
                    line.calls() == 0 ? "" : Figures.twoDecimals(line.calls()),
                    line.failedShare() == 0 ? "" : Figures.percent(line.failedShare()));
        }
        double mean = profile.components().stream().mapToDouble(Line::meanNanos).sum();
        double share = profile.components().stream().mapToDouble(Line::share).sum();
        double slow = profile.components().stream().mapToDouble(Line::slowShare).sum();
        return table.row("sum", "", Figures.millis(mean), Figures.percent(share), Figures.percent(slow));
    }

    private static String sampled(RouteProfile profile) {
        return profile.sampled() == profile.requests()
                ? ""
                : ", figures of a uniform sample of " + Figures.count(profile.sampled());
    }

    private static String notes(RouteProfile profile) {
        StringBuilder notes = new StringBuilder(profile.sampling().note());
        notes.append(notes.isEmpty() ? "" : System.lineSeparator());
        if (profile.incomplete() > 0) {
            notes.append("%s requests have spans whose parent is missing; their time counts for the calling service.%n"
                    .formatted(Figures.count(profile.incomplete())));
        }
        if (profile.corrected() > 0) {
            notes.append("%s requests have spans that were moved because of clock skew: see latency doctor.%n"
                    .formatted(Figures.count(profile.corrected())));
        }
        if (profile.elsewhere() > 0) {
            notes.append("%s more requests were ignored because the spans of the calling service are missing.%n"
                    .formatted(Figures.count(profile.elsewhere())));
        }
        profile.dropped().sentences().forEach(sentence -> notes.append("%s%n".formatted(sentence)));
        return notes.toString();
    }

    private static String example(Example example) {
        return "%s ms  %s".formatted(Figures.millis(example.durationNanos()), example.link());
    }
}
