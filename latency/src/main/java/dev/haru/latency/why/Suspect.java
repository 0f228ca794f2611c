package dev.haru.latency.why;

/**
 * A service that became slower.
 *
 * @param component the component with the largest part of the additional time
 * @param evidence the reason in one sentence
 * @param low the lower end of the confidence interval of the additional time in a request that calls the service (ms)
 * @param high the upper end (ms)
 */
public record Suspect(String service, String component, String evidence, double low, double high) {}
