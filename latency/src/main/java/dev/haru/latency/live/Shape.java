package dev.haru.latency.live;

import dev.haru.latency.statistics.Distribution;
import dev.haru.latency.statistics.WeightedValues;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A group of requests with equal calls of services.
 *
 * @param id the number of the shape
 * @param share the share of the requests
 * @param example the id of a trace with the weighted median duration of the group
 * @param operations the operations of each request
 */
public record Shape(int id, double share, GroupFigures figures, String example, List<Operation> operations) {

    /** A reader cannot take in more. */
    private static final int MAXIMUM_SHAPES = 20;

    /** A request with more operations has a loop, whose first part shows what is repeated. */
    private static final int MAXIMUM_OPERATIONS = 200;

    private static final double MEDIAN = 0.5;

    /** An operation of a service, and how often a request has it. */
    public record Operation(String service, String name, int count) {}

    /** The most frequent shapes of these requests, the most frequent first. */
    public static List<Shape> of(List<KeptRequest> requests, Snapshot snapshot) {
        Map<Integer, List<KeptRequest>> byShape = new LinkedHashMap<>();
        requests.forEach(request ->
                byShape.computeIfAbsent(request.shape(), _ -> new ArrayList<>()).add(request));
        return byShape.entrySet().stream()
                .sorted(Comparator.comparingDouble(entry -> -weight(entry.getValue())))
                .limit(MAXIMUM_SHAPES)
                .map(entry -> of(entry.getKey(), entry.getValue(), weight(requests), snapshot))
                .toList();
    }

    private static double weight(List<KeptRequest> requests) {
        return requests.stream().mapToDouble(KeptRequest::weight).sum();
    }

    private static Shape of(int id, List<KeptRequest> requests, double all, Snapshot snapshot) {
        List<KeptRequest> sorted = requests.stream()
                .sorted(Comparator.comparingLong(KeptRequest::duration))
                .toList();
        KeptRequest median =
                sorted.get(Distribution.of(WeightedValues.of(sorted, KeptRequest::duration, KeptRequest::weight))
                        .rank(MEDIAN));
        return new Shape(
                id,
                weight(requests) / all,
                GroupFigures.of("", requests).orElseThrow(),
                median.breakdown().trace().toString(),
                operations(snapshot.tree(median).top()));
    }

    private static List<Operation> operations(Node top) {
        Map<Operation, Integer> counts = new LinkedHashMap<>();
        for (Node node : TraceTree.below(top)) {
            counts.merge(new Operation(node.span().service(), node.span().name(), 0), 1, Integer::sum);
        }
        return counts.entrySet().stream()
                .limit(MAXIMUM_OPERATIONS)
                .map(entry ->
                        new Operation(entry.getKey().service(), entry.getKey().name(), entry.getValue()))
                .toList();
    }
}
