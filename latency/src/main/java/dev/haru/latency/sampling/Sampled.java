package dev.haru.latency.sampling;

import dev.haru.latency.table.Figures;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.RejectionThreshold;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.TraceTree;
import java.util.Optional;

/**
 * How a request was sampled.
 *
 * @param weight the adjusted count: how many requests it stands for, the inverse of its probability; 1 if that is
 *     unknown
 * @param known whether its spans carry a probability
 * @param policy the sampler as far as the spans name it; empty if they do not
 */
public record Sampled(double weight, boolean known, String policy) {

    /** A request that is not known to be sampled. */
    public static final Sampled UNKNOWN = new Sampled(1, false, "");

    /**
     * The sampling of the request with this top span. If the top span has no probability, that of another span counts,
     * because a collector does not write it into a span that arrives after the decision.
     */
    public static Sampled of(Node top) {
        Optional<RejectionThreshold> threshold = threshold(top);
        if (threshold.isEmpty()) {
            threshold = TraceTree.below(top).stream()
                    .flatMap(node -> threshold(node).stream())
                    .findFirst();
        }
        String policy = policy(top.span());
        return threshold
                .map(known -> new Sampled(known.adjustedCount(), true, policy))
                .orElseGet(() -> policy.isEmpty() ? UNKNOWN : new Sampled(1, false, policy));
    }

    /** One line, or nothing if the request was kept for certain or its probability is unknown. */
    public String note() {
        return known && weight > 1
                ? "Sampled%s with a probability of %s: this request stands for %s."
                        .formatted(
                                policy.isEmpty() ? "" : " by " + policy,
                                Figures.percent(1 / weight),
                                Figures.twoDecimals(weight))
                : "";
    }

    private static Optional<RejectionThreshold> threshold(Node node) {
        String tracestate = node.span().attribute(RejectionThreshold.ATTRIBUTE);
        return tracestate.isEmpty() ? Optional.empty() : RejectionThreshold.in(tracestate);
    }

    /** The policy of a collector's tail sampling, or the sampler of a Jaeger client. */
    private static String policy(Span top) {
        String policy = top.attribute("tailsampling.policy");
        return policy.isEmpty()
                ? (top.attribute("sampler.type") + ' ' + top.attribute("sampler.param")).strip()
                : policy;
    }
}
