package dev.haru.latency.sampling;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Counts how the requests of a window were sampled. */
public final class SamplingTally {

    /** Adaptive samplers change their parameter all the time. */
    private static final int MAXIMUM_POLICIES = 20;

    private final Set<String> policies = new TreeSet<>();
    private long requests;
    private long unknown;
    private double weights;
    private double squares;

    public void add(Sampled sampled) {
        requests++;
        unknown += sampled.known() ? 0 : 1;
        weights += sampled.weight();
        squares += sampled.weight() * sampled.weight();
        if (!sampled.policy().isEmpty() && policies.size() < MAXIMUM_POLICIES) {
            policies.add(sampled.policy());
        }
    }

    void add(SamplingSummary summary) {
        requests += summary.requests();
        unknown += summary.unknown();
        weights += summary.represented();
        squares += summary.requests() == 0 ? 0 : summary.represented() * summary.represented() / summary.effective();
        policies.addAll(summary.policies());
    }

    public SamplingSummary summary() {
        double effective = requests == 0 ? 0 : weights * weights / squares;
        return new SamplingSummary(requests, unknown, weights, effective, List.copyOf(policies));
    }
}
