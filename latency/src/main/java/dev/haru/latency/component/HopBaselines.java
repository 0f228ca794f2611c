package dev.haru.latency.component;

import dev.haru.latency.statistics.Distribution;
import dev.haru.latency.statistics.Reservoir;
import dev.haru.latency.statistics.WeightedValues;
import dev.haru.latency.trace.Node;
import java.util.HashMap;
import java.util.Map;

/**
 * The network time of each pair of services without a queue. It is the tenth percentile of the time between the starts
 * of the client span and the server span. More time than that counts as waiting for a connection or a thread of the
 * server. This is an inference, because no span begins before a server has a thread. By this rule, a delay of all calls
 * counts as network. With fewer than {@value #MINIMUM_CALLS} calls, all time counts as network.
 */
public final class HopBaselines {

    private static final int MINIMUM_CALLS = 20;
    private static final int MAXIMUM_SAMPLES = 10_000;
    private static final double BASELINE_SHARE = 0.1;

    private final Map<Hop, Reservoir<Gap>> gaps = new HashMap<>();
    private final Map<Hop, Long> baselines = new HashMap<>();

    /**
     * Adds a call and its server span, in a request that stands for {@code weight} requests. A server span that was
     * moved because of clock skew is ignored.
     */
    public void add(Node call, Node server, double weight) {
        if (isComparable(call, server)) {
            gaps.computeIfAbsent(Hop.of(call, server), _ -> new Reservoir<>(MAXIMUM_SAMPLES))
                    .add(new Gap(Math.max(0, server.start() - call.start()), weight));
        }
    }

    /** Like {@link #add(Node, Node, double)}, in a request that stands for itself. */
    public void add(Node call, Node server) {
        add(call, server, 1);
    }

    /**
     * The part (ns) of the gap before this server span that counts as queueing. Call it after all {@link #add} calls.
     */
    public long queued(Node call, Node server, long gap) {
        if (!isComparable(call, server)) {
            return 0;
        }
        return Math.max(0, gap - baselines.computeIfAbsent(Hop.of(call, server), this::baseline));
    }

    private Long baseline(Hop hop) {
        Reservoir<Gap> seen = gaps.get(hop);
        if (seen == null || seen.seen() < MINIMUM_CALLS) {
            return Long.MAX_VALUE;
        }
        return Distribution.of(WeightedValues.of(seen.values(), Gap::nanos, Gap::weight))
                .percentile(BASELINE_SHARE);
    }

    private static boolean isComparable(Node call, Node server) {
        return server.shift() == call.shift();
    }

    private record Gap(long nanos, double weight) {}

    private record Hop(String caller, String server) {

        static Hop of(Node call, Node server) {
            return new Hop(call.span().service(), server.span().service());
        }
    }
}
