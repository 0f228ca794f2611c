package dev.haru.latency.budget;

import dev.haru.latency.budget.Budget.Statistic;
import dev.haru.latency.table.Figures;
import dev.haru.latency.table.Table;
import java.util.List;
import java.util.Locale;

/** Formats limits and measured values for a terminal. */
public final class AuditTable {

    private AuditTable() {}

    public static String of(List<Outcome> outcomes) {
        Table table = new Table(3, "ROUTE", "WHAT", "", "BUDGET", "MEASURED", "REQUESTS", "");
        for (Outcome outcome : outcomes) {
            table.row(
                    outcome.route(),
                    outcome.what(),
                    outcome.statistic().name().toLowerCase(Locale.ROOT),
                    figure(outcome, outcome.most()),
                    figure(outcome, outcome.measured()),
                    Figures.count(outcome.requests()),
                    outcome.isKept() ? "kept" : "OVER");
        }
        return table.toString();
    }

    private static String figure(Outcome outcome, double figure) {
        return outcome.statistic() == Statistic.FAILED ? Figures.percent(figure) : Figures.millis(figure) + " ms";
    }
}
