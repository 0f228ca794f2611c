package dev.haru.latency.why;

import dev.haru.latency.table.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/**
 * The calls of one service, grouped by the values of their attributes: instance, node, version, status, and the class
 * of route parameters. Only calls of the same operation are compared.
 *
 * <p>Longer than 120 lines because it keeps the grouping and its test of chance together.
 */
final class Attributes {

    private static final int MINIMUM_CALLS = 5;
    private static final int PERMUTATIONS = 499;
    private static final double CHANCE = 0.01;
    private static final double NEGLIGIBLE_NANOS = 100_000;

    /** The largest share of the difference between a value and the others that may have existed before. */
    private static final double OLD = 0.5;

    /** The value of an attribute. */
    private record Value(String name, String value) {}

    /** A call with the weight of its request. */
    private record Call(Visit visit, double weight) {}

    /** The logarithm of a call's time, less the mean of its operation. The weighted sum over all calls is 0. */
    private record Residual(double value, double weight) {}

    /**
     * A group of calls, and how far its mean logarithm is above that of the other calls. {@code all} is the weight of
     * all.
     */
    private record Group(List<Integer> calls, int others, double all) {

        double difference(Residual[] residuals) {
            double sum = 0;
            double inside = 0;
            for (int call : calls) {
                sum += residuals[call].weight() * residuals[call].value();
                inside += residuals[call].weight();
            }
            return sum / inside + sum / (all - inside);
        }

        /** The difference in units of its standard error, up to a factor that is the same for all groups. */
        double score(Residual[] residuals) {
            return difference(residuals) / Math.sqrt(1.0 / calls.size() + 1.0 / others);
        }
    }

    private final Residual[] residuals;
    private final Map<Value, Group> groups = new HashMap<>();

    private Attributes(List<Call> visits, ToLongFunction<Visit> nanos) {
        this.residuals = residuals(visits, nanos);
        Map<Value, List<Integer>> calls = new HashMap<>();
        for (int i = 0; i < visits.size(); i++) {
            for (Map.Entry<String, String> attribute :
                    visits.get(i).visit().attributes().entrySet()) {
                calls.computeIfAbsent(new Value(attribute.getKey(), attribute.getValue()), _ -> new ArrayList<>())
                        .add(i);
            }
        }
        double all = visits.stream().mapToDouble(Call::weight).sum();
        calls.forEach((value, ofValue) -> {
            int others = visits.size() - ofValue.size();
            if (Math.min(ofValue.size(), others) >= MINIMUM_CALLS) {
                groups.put(value, new Group(ofValue, others, all));
            }
        });
    }

    /**
     * The end of a sentence that names the value whose calls are slower than the other calls after, but were not
     * before. Empty if there is none beyond chance, by a permutation test over all values.
     */
    static String concentration(
            String service,
            List<RequestVisits> before,
            List<RequestVisits> after,
            ToLongFunction<Visit> nanos,
            long seed) {
        List<Call> calls = calls(service, after);
        Attributes now = new Attributes(calls, nanos);
        Attributes then = new Attributes(calls(service, before), nanos);
        return now.slowest(seed)
                .filter(slowest -> then.difference(slowest) <= OLD * now.difference(slowest))
                .map(slowest -> ", above all with %s %s (%s of %s calls)"
                        .formatted(
                                slowest.name(),
                                slowest.value(),
                                Figures.count(now.calls(slowest)),
                                Figures.count(calls.size())))
                .orElse("");
    }

    /** The value whose calls are slower than the others beyond chance. */
    private Optional<Value> slowest(long seed) {
        return groups.entrySet().stream()
                .max(Comparator.comparingDouble(entry -> entry.getValue().score(residuals)))
                .filter(entry -> chance(entry.getValue().score(residuals), seed) <= CHANCE)
                .filter(entry -> entry.getValue().difference(residuals) > 0)
                .map(Map.Entry::getKey);
    }

    private double difference(Value value) {
        Group group = groups.get(value);
        return group == null ? 0 : group.difference(residuals);
    }

    private int calls(Value value) {
        Group group = groups.get(value);
        return group == null ? 0 : group.calls().size();
    }

    private double chance(double observed, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Residual[] shuffled = residuals.clone();
        int asLarge = 1;
        for (int i = 0; i < PERMUTATIONS; i++) {
            for (int j = shuffled.length - 1; j > 0; j--) {
                int other = random.nextInt(j + 1);
                Residual residual = shuffled[j];
                shuffled[j] = shuffled[other];
                shuffled[other] = residual;
            }
            boolean isAsLarge = groups.values().stream().anyMatch(group -> group.score(shuffled) >= observed);
            asLarge += isAsLarge ? 1 : 0;
        }
        return (double) asLarge / (PERMUTATIONS + 1);
    }

    private static Residual[] residuals(List<Call> calls, ToLongFunction<Visit> nanos) {
        Map<String, double[]> sums = new HashMap<>();
        double[] logs = new double[calls.size()];
        for (int i = 0; i < logs.length; i++) {
            Call call = calls.get(i);
            logs[i] = Math.log(nanos.applyAsLong(call.visit()) + NEGLIGIBLE_NANOS);
            double[] sum = sums.computeIfAbsent(call.visit().operation(), _ -> new double[2]);
            sum[0] += call.weight() * logs[i];
            sum[1] += call.weight();
        }
        Residual[] residuals = new Residual[logs.length];
        for (int i = 0; i < logs.length; i++) {
            double[] sum = sums.getOrDefault(calls.get(i).visit().operation(), new double[] {0, 1});
            residuals[i] = new Residual(logs[i] - sum[0] / sum[1], calls.get(i).weight());
        }
        return residuals;
    }

    private static List<Call> calls(String service, List<RequestVisits> requests) {
        return requests.stream()
                .flatMap(request -> request.visits().stream()
                        .filter(visit -> visit.service().equals(service))
                        .map(visit -> new Call(visit, request.weight())))
                .toList();
    }
}
