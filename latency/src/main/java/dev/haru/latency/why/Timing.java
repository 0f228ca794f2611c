package dev.haru.latency.why;

/**
 * A time of which many are compared before and after. Only times of the same subject and operation are compared.
 *
 * @param subject a service, a place or a component
 * @param shape only times of the same shape are compared, if the shape is frequent enough
 */
record Timing<T>(T subject, String operation, int shape, long nanos) {}
