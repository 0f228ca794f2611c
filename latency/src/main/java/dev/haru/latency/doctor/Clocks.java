package dev.haru.latency.doctor;

import dev.haru.latency.doctor.Finding.What;
import dev.haru.latency.table.Figures;
import dev.haru.latency.trace.ClockSkew;
import dev.haru.latency.trace.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Estimates the clock difference of two hosts from calls between them. A server begins after its caller and ends before
 * it. Each call therefore gives a lower and an upper bound of the correction of the server's clock. Further calls can
 * only narrow these bounds (Cristian, "Probabilistic clock synchronization", 1989).
 */
final class Clocks {

    private final SortedMap<String, Bounds> pairs = new TreeMap<>();

    void add(Span call, Span server) {
        // A failed call may have ended before its server. A server span longer than its call cannot lie within it.
        if (call.host().equals(server.host())
                || call.failed()
                || server.end() - server.start() > call.end() - call.start()) {
            return;
        }
        pairs.computeIfAbsent(
                        "%s (%s) against %s (%s)"
                                .formatted(server.service(), server.host(), call.service(), call.host()),
                        _ -> new Bounds())
                .add(call.start() - server.start(), call.end() - server.end());
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        pairs.forEach((pair, bounds) -> {
            if (bounds.skewed > 0) {
                findings.add(new Finding(What.CLOCK_SKEW, pair, bounds.skewed, bounds.meaning()));
            }
        });
        return findings;
    }

    private static final class Bounds {

        private long low = Long.MIN_VALUE;
        private long high = Long.MAX_VALUE;
        private long skewed;

        void add(long atLeast, long atMost) {
            low = Math.max(low, atLeast);
            high = Math.min(high, atMost);
            if (atLeast > 0 || atMost < -ClockSkew.LATE_END.toNanos()) {
                skewed++;
            }
        }

        String meaning() {
            if (low > high) {
                return Stream.of(
                                low > 0 ? "behind by at least " + Figures.millis(low) + " ms" : "",
                                high < 0 ? "ahead by at least " + Figures.millis(-high) + " ms" : "")
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(" and at times ", "its clock moves: at times ", ""));
            }
            return low > 0
                    ? "its clock is behind by at least %s ms, at most %s ms"
                            .formatted(Figures.millis(low), Figures.millis(high))
                    : "its clock is ahead by at least %s ms, at most %s ms"
                            .formatted(Figures.millis(-high), Figures.millis(-low));
        }
    }
}
