package dev.haru.latency.whatif;

import dev.haru.latency.component.Attribution;
import dev.haru.latency.component.Component;
import dev.haru.latency.path.Step;
import dev.haru.latency.trace.Node;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes the duration that a request would have had with changed components: it changes the durations in the graph of
 * dependencies, and lets the graph run again. So do Zhu et al., "Daydream: Accurately Estimating the Efficacy of
 * Optimizations for DNN Training" (USENIX ATC 2020). The dependencies are those of {@link Timeline}. The rules are in
 * latency/WHAT-IF.md.
 *
 * <p>Longer than 120 lines because all kinds of change act on the same gaps.
 */
final class Retiming {

    private final Attribution attribution;
    private final Map<Component, Change> changes;

    Retiming(Attribution attribution, Map<Component, Change> changes) {
        this.attribution = attribution;
        this.changes = changes;
    }

    /** Retimes the request with this top span. */
    Retimed of(Node top) {
        List<Stretch> stretches = Stretch.of(top, this::isRemoved);
        Set<Change> found = new HashSet<>();
        for (Stretch stretch : stretches) {
            changeOf(stretch.component(), found);
            stretch.queue().ifPresent(queue -> changeOf(queue, found));
        }
        if (found.isEmpty()) {
            return new Retimed(top.duration(), top.duration(), found);
        }
        double predicted = new Run(stretches).duration();
        return new Retimed(top.duration(), Math.round(predicted), found);
    }

    private void changeOf(Component component, Set<Change> found) {
        Change change = changes.get(component);
        if (change != null) {
            found.add(change);
        }
    }

    private boolean isRemoved(Component component) {
        Change change = changes.get(component);
        return change != null && change.removed();
    }

    /**
     * The duration of a request (ns) in the trace, and with the changes.
     *
     * @param found the changes whose components the request waited for
     */
    record Retimed(long before, long predicted, Set<Change> found) {}

    /** One request. Durations do not depend on starts, so children are computed before their parents. */
    private final class Run {

        private final List<Stretch> stretches;
        private final Map<Stretch, Double> durations = new HashMap<>();
        /** The self time (ns) of each call whose component becomes faster by a fixed time. */
        private final Map<Stretch, Double> selfTimes = new HashMap<>();

        Run(List<Stretch> stretches) {
            this.stretches = stretches;
        }

        double duration() {
            stretches.forEach(this::addSelfTime);
            for (Stretch stretch : stretches.reversed()) {
                durations.put(stretch, isRemoved(stretch.component()) ? 0 : changed(stretch));
            }
            return durations.getOrDefault(stretches.getFirst(), 0.0);
        }

        private void addSelfTime(Stretch stretch) {
            Change change = changes.get(stretch.component());
            if (change != null && change.nanos() < 0) {
                double[] sum = new double[1];
                long[] cursor = {stretch.start()};
                Timeline.duration(
                        stretch,
                        (from, to) -> {
                            // Gaps before parallel children overlap, and count once.
                            long begin = Math.max(from, cursor[0]);
                            if (to > begin) {
                                sum[0] += to - begin - attribution.queued(new Step(stretch.node(), begin, to));
                                cursor[0] = to;
                            }
                            return (double) (to - from);
                        },
                        child -> (double) (child.end() - child.start()));
                selfTimes.merge(stretch.call(), sum[0], Double::sum);
            }
        }

        private double changed(Stretch stretch) {
            double duration = Timeline.duration(
                            stretch,
                            (from, to) -> changed(stretch, from, to),
                            child -> durations.getOrDefault(child, 0.0))
                    + added(stretch);
            // The client gives up after the same time as before.
            return stretch.gaveUp() ? Math.min(duration, (double) (stretch.end() - stretch.start())) : duration;
        }

        private double changed(Stretch stretch, long from, long to) {
            if (to <= from) {
                return (double) (to - from);
            }
            long queued = attribution.queued(new Step(stretch.node(), from, to));
            double self = (double) (to - from - queued);
            Change change = changes.get(stretch.component());
            if (change != null) {
                self *= change.nanos() < 0
                        ? shorter(selfTimes.getOrDefault(stretch.call(), 0.0), change)
                        : change.factor();
            }
            Change ofQueue = queued == 0 ? null : changes.get(stretch.queue().orElseThrow());
            if (ofQueue == null) {
                return self + queued;
            }
            return self + queued * (ofQueue.nanos() < 0 ? shorter((double) queued, ofQueue) : ofQueue.factor());
        }

        /** The factor by which a call of this length becomes shorter. A call cannot take less than no time. */
        private double shorter(double nanos, Change change) {
            return nanos <= 0 ? 0 : Math.max(0, (nanos + change.nanos()) / nanos);
        }

        /** The time by which the call itself, or the queue before the called server, becomes longer. */
        private double added(Stretch stretch) {
            Change own = changes.get(stretch.component());
            double added = own != null && stretch.call() == stretch ? Math.max(0, own.nanos()) : 0;
            return added
                    + stretch.queue()
                            .map(changes::get)
                            .map(change -> Math.max(0, change.nanos()))
                            .orElse(0L);
        }
    }
}
