package dev.haru.latency.component;

import dev.haru.latency.statistics.Percentiles;
import dev.haru.latency.statistics.Reservoir;
import dev.haru.latency.trace.Node;
import java.util.HashMap;
import java.util.Map;

/**
 * What the way to a server takes when nobody waits there, for each pair of services: the tenth percentile of the time
 * between the start of the caller's span and that of the server's. What a call takes beyond it is taken for waiting for
 * a connection or a thread of the server. That is an inference: no span begins before a server has a thread. A delay
 * that all calls have is the network's by this rule, and with fewer than {@value #FEWEST} calls everything is.
 */
public final class HopBaselines {

    private static final int FEWEST = 20;
    private static final int MOST = 10_000;
    private static final double QUICK = 0.1;

    private final Map<Hop, Reservoir<Long>> gaps = new HashMap<>();
    private final Map<Hop, Long> baselines = new HashMap<>();

    /** Takes in a call and its server; one whose clock was not believed says nothing. */
    public void add(Node call, Node server) {
        if (isKnown(call, server)) {
            gaps.computeIfAbsent(Hop.of(call, server), _ -> new Reservoir<>(MOST))
                    .add(Math.max(0, server.start() - call.start()));
        }
    }

    /** How much of the wait before this server was queueing (ns), of at most {@code gap}; after all were added. */
    public long queued(Node call, Node server, long gap) {
        if (!isKnown(call, server)) {
            return 0;
        }
        return Math.max(0, gap - baselines.computeIfAbsent(Hop.of(call, server), this::baseline));
    }

    private Long baseline(Hop hop) {
        Reservoir<Long> seen = gaps.get(hop);
        if (seen == null || seen.seen() < FEWEST) {
            return Long.MAX_VALUE;
        }
        long[] sorted =
                seen.values().stream().mapToLong(Long::longValue).sorted().toArray();
        return Percentiles.of(sorted, QUICK);
    }

    private static boolean isKnown(Node call, Node server) {
        return server.shift() == call.shift();
    }

    private record Hop(String caller, String server) {

        static Hop of(Node call, Node server) {
            return new Hop(call.span().service(), server.span().service());
        }
    }
}
