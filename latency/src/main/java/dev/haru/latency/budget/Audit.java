package dev.haru.latency.budget;

import dev.haru.latency.budget.Budget.Limit;
import dev.haru.latency.budget.Budget.Statistic;
import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Component;
import dev.haru.latency.profile.Measured;
import dev.haru.latency.statistics.Percentiles;
import java.util.Arrays;
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
                            limit.what(),
                            limit.statistic(),
                            limit.most(),
                            figure(limit, measured.sample()));
                })
                .toList();
    }

    private static double figure(Limit limit, List<Breakdown> requests) {
        if (limit.statistic() == Statistic.FAILED) {
            return (double) requests.stream().filter(Breakdown::failed).count() / requests.size();
        }
        long[] sorted = requests.stream()
                .mapToLong(request -> nanos(limit.what(), request))
                .sorted()
                .toArray();
        return limit.statistic() == Statistic.MEAN
                ? Arrays.stream(sorted).average().orElse(0)
                : Percentiles.of(sorted, limit.statistic().share());
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
