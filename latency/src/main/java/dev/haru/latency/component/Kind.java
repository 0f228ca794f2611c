package dev.haru.latency.component;

/** The kind of work or wait in which a service spends time. */
public enum Kind {
    /** The service's own code, including work without a span. */
    OWN("own code"),
    /** The time between a client span and its server span: the network in both directions, and the client library. */
    NETWORK("network"),
    /** The wait before a server span, beyond the network time. It is inferred, see {@link HopBaselines}. */
    QUEUE("server queue"),
    POOL("pool wait"),
    HASH_WAIT("hash wait"),
    HASH("hash"),
    SQL("sql"),
    REDIS("redis"),
    CACHE("cache load"),
    /** A call without a server span. The server is not traced, was not reached, or the client gave up. */
    UNSEEN("unseen call");

    private final String label;

    Kind(String label) {
        this.label = label;
    }

    /** The name in tables. */
    public String label() {
        return label;
    }
}
