package dev.haru.latency.sampling;

import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.RejectionThreshold;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Requests with a long tail, and the sample that a collector keeps: every failed and every slow trace, and a tenth of
 * the rest.
 */
public final class SampledPopulation {

    public static final int REQUESTS = 4_000;

    /** A tenth. */
    private static final String REST = "ot=th:e66666666666";

    private static final long SLOW_NANOS = 60_000_000;
    private static final double FAILED = 0.02;
    private static final double KEPT = 0.1;

    private final List<Trace> all = new ArrayList<>();
    private final List<Trace> kept = new ArrayList<>();

    /** {@code hop} is the additional time (ms) from schedule- to member-service. */
    public SampledPopulation(long seed, double hop) {
        Random random = new Random(seed);
        for (int i = 0; i < REQUESTS; i++) {
            double pool = 8 * random.nextExponential();
            Trace trace = HaruTraces.create(seed * REQUESTS + i, hop + 2 * random.nextExponential(), pool);
            boolean failed = random.nextDouble() < FAILED;
            Trace request = changed(trace, failed, Map.of());
            all.add(request);
            Span top = trace.spans().getFirst();
            if (failed || top.end() - top.start() >= SLOW_NANOS) {
                kept.add(changed(request, failed, Map.of(RejectionThreshold.ATTRIBUTE, "ot=th:0")));
            } else if (random.nextDouble() < KEPT) {
                kept.add(changed(request, failed, Map.of(RejectionThreshold.ATTRIBUTE, REST)));
            }
        }
    }

    public List<Trace> all() {
        return all;
    }

    /** The sample, each span with its probability. */
    public List<Trace> kept() {
        return kept;
    }

    /** The sample, without the probabilities. */
    public List<Trace> keptWithoutProbability() {
        return kept.stream()
                .map(trace -> new Trace(
                        trace.id(),
                        trace.spans().stream()
                                .map(span -> span.withOrigin(span.service(), span.host(), without(span.attributes())))
                                .toList()))
                .toList();
    }

    private static Map<String, String> without(Map<String, String> attributes) {
        Map<String, String> others = new HashMap<>(attributes);
        others.remove(RejectionThreshold.ATTRIBUTE);
        return others;
    }

    private static Trace changed(Trace trace, boolean failed, Map<String, String> more) {
        return new Trace(
                trace.id(),
                trace.spans().stream()
                        .map(span -> {
                            Map<String, String> attributes = new HashMap<>(span.attributes());
                            attributes.putAll(more);
                            return with(trace.id(), span, failed && span.parentId() == 0, attributes);
                        })
                        .toList());
    }

    private static Span with(TraceId id, Span span, boolean failed, Map<String, String> attributes) {
        return new Span(
                id,
                span.id(),
                span.parentId(),
                span.service(),
                span.host(),
                span.scope(),
                span.name(),
                span.kind(),
                span.start(),
                span.end(),
                failed,
                attributes);
    }
}
