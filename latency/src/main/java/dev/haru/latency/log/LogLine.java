package dev.haru.latency.log;

/**
 * A message in a log, with the lines of its stack trace.
 *
 * @param timeNanos ns since 1970
 */
public record LogLine(long timeNanos, String service, String text) {}
