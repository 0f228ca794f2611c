package dev.haru.latency.budget;

import dev.haru.latency.budget.Budget.Statistic;

/** A limit and what was measured: nanoseconds, or for {@link Statistic#FAILED} a share. */
public record Outcome(String route, long requests, String what, Statistic statistic, double most, double measured) {

    public boolean isKept() {
        return measured <= most;
    }
}
