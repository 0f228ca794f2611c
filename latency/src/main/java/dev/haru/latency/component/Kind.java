package dev.haru.latency.component;

/** What a service does, or waits for, at a moment. */
public enum Kind {
    /** The service's own code, with whatever it does that has no span. */
    OWN("own code"),
    /** Between a caller's span and the server's: the network, both ways, with what the client library does. */
    NETWORK("network"),
    /** Before a server began, beyond what the network takes: inferred, see {@link HopBaselines}. */
    QUEUE("server queue"),
    POOL("pool wait"),
    HASH_WAIT("hash wait"),
    HASH("hash"),
    SQL("sql"),
    REDIS("redis"),
    CACHE("cache load"),
    /** A call without a server span: the server is not traced or was not reached, or the client gave up. */
    UNSEEN("unseen call");

    private final String label;

    Kind(String label) {
        this.label = label;
    }

    /** As tables and budgets name it. */
    public String label() {
        return label;
    }
}
