package dev.haru.latency.budget;

import dev.haru.latency.budget.Budget.Statistic;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.table.Figures;
import dev.haru.latency.table.Table;
import java.util.List;
import java.util.Locale;

/** Formats limits and measured values for a terminal. */
public final class AuditTable {

    private AuditTable() {}

    /** The outcomes, and how all their requests were sampled. */
    public static String of(List<Outcome> outcomes, SamplingSummary sampling) {
        Table table = new Table(3, "ROUTE", "WHAT", "", "BUDGET", "MEASURED", "REQUESTS", "");
        for (Outcome outcome : outcomes) {
            table.row(
                    outcome.route(),
                    outcome.what(),
                    outcome.statistic().name().toLowerCase(Locale.ROOT),
                    figure(outcome, outcome.most()),
                    figure(outcome, outcome.measured()),
                    Figures.count(outcome.requests()),
                    judgement(outcome));
        }
        return sampling.note().isEmpty() ? table.toString() : table + System.lineSeparator() + sampling.note();
    }

    private static String judgement(Outcome outcome) {
        if (!outcome.isSignificant()) {
            return "too few";
        }
        return outcome.isKept() ? "kept" : "OVER";
    }

    static String figure(Outcome outcome, double figure) {
        return outcome.statistic() == Statistic.FAILED ? Figures.percent(figure) : Figures.millis(figure) + " ms";
    }
}
