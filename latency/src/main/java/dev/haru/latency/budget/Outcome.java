package dev.haru.latency.budget;

import dev.haru.latency.budget.Budget.Statistic;

/** A limit and the measured value, in nanoseconds. For {@link Statistic#FAILED}, both are shares. */
public record Outcome(String route, long requests, String what, Statistic statistic, double most, double measured) {

    public boolean isKept() {
        return measured <= most;
    }
}
