package dev.haru.latency.why;

/**
 * The network of one call.
 *
 * @param place the client service and the upstream service
 * @param operation the operations of both
 * @param nanos the time on the critical path
 */
record Hop(Place place, String operation, long nanos) {}
