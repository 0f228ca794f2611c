package dev.haru.latency.budget;

import dev.haru.latency.budget.Budget.Limit;
import dev.haru.latency.budget.Budget.Statistic;
import dev.haru.latency.report.Check;
import dev.haru.latency.report.Check.Result;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.table.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The outcomes of budgets as checks. */
public final class AuditChecks {

    private AuditChecks() {}

    /**
     * A check for each limit.
     *
     * @param samplings how the requests of each route were sampled
     * @param unseen budgets of routes without requests
     */
    public static List<Check> of(List<Outcome> outcomes, Map<String, SamplingSummary> samplings, List<Budget> unseen) {
        return Stream.concat(
                        outcomes.stream()
                                .map(outcome -> of(
                                        outcome,
                                        samplings
                                                .getOrDefault(outcome.route(), SamplingSummary.unknown(0))
                                                .note())),
                        unseen.stream()
                                .flatMap(budget -> budget.limits().stream().map(limit -> unseen(budget, limit))))
                .toList();
    }

    private static Check of(Outcome outcome, String sampling) {
        String name = name(outcome.what(), outcome.statistic());
        if (!outcome.isSignificant()) {
            return new Check(outcome.route(), name, 0, Result.SKIPPED, outcome.tooFew(), "", "");
        }
        return new Check(
                outcome.route(),
                name,
                outcome.statistic() == Statistic.FAILED ? 0 : outcome.measured(),
                outcome.isKept() ? Result.PASSED : Result.FAILED,
                "%s in %s requests, budget %s"
                        .formatted(
                                AuditTable.figure(outcome, outcome.measured()),
                                Figures.count(outcome.requests()),
                                AuditTable.figure(outcome, outcome.most())),
                sampling,
                "");
    }

    private static Check unseen(Budget budget, Limit limit) {
        return new Check(
                budget.route().toString(),
                name(limit.what(), limit.statistic()),
                0,
                Result.SKIPPED,
                "The route has no request.",
                "",
                "");
    }

    private static String name(String what, Statistic statistic) {
        return what + " " + statistic.name().toLowerCase(Locale.ROOT);
    }
}
