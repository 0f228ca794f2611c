package dev.haru.latency.trace;

/** The span kinds of OpenTelemetry. */
public enum SpanKind {
    INTERNAL,
    SERVER,
    CLIENT,
    PRODUCER,
    CONSUMER;

    /** Whether a span of this kind is the entry into a service: a request to it or a message to it. */
    public boolean isEntry() {
        return this == SERVER || this == CONSUMER;
    }
}
