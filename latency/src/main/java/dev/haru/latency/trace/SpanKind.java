package dev.haru.latency.trace;

/** What a span stands for, as OpenTelemetry has it. */
public enum SpanKind {
    INTERNAL,
    SERVER,
    CLIENT,
    PRODUCER,
    CONSUMER
}
