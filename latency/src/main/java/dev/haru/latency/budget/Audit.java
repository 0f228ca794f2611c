package dev.haru.latency.budget;

import dev.haru.latency.budget.Budget.Limit;
import dev.haru.latency.budget.Budget.Statistic;
import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Component;
import dev.haru.latency.profile.Measured;
import dev.haru.latency.statistics.Distribution;
import dev.haru.latency.statistics.WeightedValues;
import java.util.List;
import java.util.function.Predicate;

/** Compares measured requests with a budget. */
public final class Audit {

    private Audit() {}

    /** Compares the requests of the budget's route. There must be at least one request. */
    public static List<Outcome> of(Budget budget, Measured measured) {
        return budget.limits().stream()
                .map(limit -> {
                    Selection.check(budget.route().toString(), limit.what(), measured.services());
                    return new Outcome(
                            budget.route().toString(),
                            measured.requests(),
                            measured.sampling().effective(),
                            limit.what(),
                            limit.statistic(),
                            limit.most(),
                            figure(limit, measured));
                })
                .toList();
    }

    private static double figure(Limit limit, Measured measured) {
        if (limit.statistic() == Statistic.FAILED) {
            return measured.values(request -> request.failed() ? 1 : 0).mean();
        }
        WeightedValues nanos = measured.values(request -> nanos(limit.what(), request));
        return limit.statistic() == Statistic.MEAN
                ? nanos.mean()
                : Distribution.of(nanos).percentile(limit.statistic().share());
    }

    private static long nanos(String what, Breakdown request) {
        if (what.equals(Selection.TOTAL)) {
            return request.duration();
        }
        Predicate<Component> selected = Selection.of(what);
        return request.parts().entrySet().stream()
                .filter(part -> selected.test(part.getKey()))
                .mapToLong(part -> part.getValue().nanos())
                .sum();
    }
}
