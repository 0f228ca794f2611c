package dev.haru.latency.live;

import dev.haru.latency.component.Component;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Figures of requests over time, in steps of equal length.
 *
 * @param startNanos the start of each step (ns since 1970)
 * @param figures the figures of each step, null without a request
 * @param components the components with the most time, then the rest; the means of a step add up to its mean
 */
public record Timeline(
        long stepNanos, List<Long> startNanos, List<@Nullable GroupFigures> figures, List<Line> components) {

    /** A chart has room for this many points. */
    private static final int MAXIMUM_STEPS = 120;

    /** A reader can distinguish this many colours. */
    private static final int MAXIMUM_COMPONENTS = 8;

    private static final long[] NICE_SECONDS = {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200
    };
    private static final long DAY = TimeUnit.DAYS.toSeconds(1);

    /**
     * A component over time.
     *
     * @param meanNanos the mean self time on the critical path in each step, 0 without a request
     */
    public record Line(String service, String component, List<Double> meanNanos) {}

    /** The requests of one route in a window, sorted by start. The window is bounded. */
    public static Timeline of(List<KeptRequest> requests, Window window) {
        long step = step(window.to() - window.from());
        long first = Math.floorDiv(window.from(), step) * step;
        int steps = (int) Math.ceilDiv(window.to() - first, step);
        List<List<KeptRequest>> byStep = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            byStep.add(new ArrayList<>());
            starts.add(first + i * step);
        }
        requests.forEach(
                request -> byStep.get((int) ((request.start() - first) / step)).add(request));
        List<@Nullable GroupFigures> figures = new ArrayList<>();
        for (List<KeptRequest> ofStep : byStep) {
            Optional<GroupFigures> some = GroupFigures.of("", ofStep);
            figures.add(some.isPresent() ? some.get() : null);
        }
        return new Timeline(step, starts, figures, components(byStep));
    }

    private static List<Line> components(List<List<KeptRequest>> byStep) {
        Map<Component, double[]> sums = new HashMap<>();
        for (int i = 0; i < byStep.size(); i++) {
            int step = i;
            for (KeptRequest request : byStep.get(i)) {
                request.breakdown()
                        .parts()
                        .forEach((component, part) ->
                                sums.computeIfAbsent(component, _ -> new double[byStep.size()])[step] +=
                                        request.weight() * part.nanos());
            }
        }
        double[] weights = byStep.stream()
                .mapToDouble(ofStep ->
                        ofStep.stream().mapToDouble(KeptRequest::weight).sum())
                .toArray();
        sums.values().forEach(ofSteps -> {
            for (int i = 0; i < ofSteps.length; i++) {
                ofSteps[i] /= Math.max(1, weights[i]);
            }
        });
        List<Map.Entry<Component, double[]>> largest = sums.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<Component, double[]> entry) ->
                                -Arrays.stream(entry.getValue()).sum())
                        .thenComparing(entry -> entry.getKey().toString()))
                .toList();
        int shown = largest.size() <= MAXIMUM_COMPONENTS + 1 ? largest.size() : MAXIMUM_COMPONENTS;
        List<Line> lines = new ArrayList<>();
        largest.subList(0, shown)
                .forEach(entry ->
                        lines.add(line(entry.getKey().service(), entry.getKey().label(), entry.getValue())));
        if (shown < largest.size()) {
            double[] rest = new double[byStep.size()];
            largest.subList(shown, largest.size())
                    .forEach(entry -> Arrays.setAll(rest, step -> rest[step] + entry.getValue()[step]));
            lines.add(line("", "%d other components".formatted(largest.size() - shown), rest));
        }
        return lines;
    }

    private static Line line(String service, String component, double[] meanNanos) {
        return new Line(service, component, Arrays.stream(meanNanos).boxed().toList());
    }

    /**
     * The smallest step in which the length has no more than the maximum of steps, and is a usual number of seconds.
     */
    private static long step(long length) {
        long least = TimeUnit.NANOSECONDS.toSeconds(Math.ceilDiv(length, MAXIMUM_STEPS - 1)) + 1;
        long seconds = Arrays.stream(NICE_SECONDS)
                .filter(nice -> nice >= least)
                .findFirst()
                .orElse(Math.ceilDiv(least, DAY) * DAY);
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
