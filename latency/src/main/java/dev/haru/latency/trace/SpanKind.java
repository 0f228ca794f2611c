package dev.haru.latency.trace;

/** The span kinds of OpenTelemetry. */
public enum SpanKind {
    INTERNAL,
    SERVER,
    CLIENT,
    PRODUCER,
    CONSUMER
}
