package dev.haru.platform.identity;

import java.util.Objects;

/**
 * A look-up's way to say that its neighbour cannot answer right now, which is no word about the token: what was good a
 * moment ago may still be used. Never seen by a client: who asks makes a problem of the cause.
 */
public final class IdentityUnavailable extends RuntimeException {

    private IdentityUnavailable(RuntimeException cause) {
        super(cause.getClass().getName(), cause, false, false);
    }

    /** What kept the neighbour from answering: a time-out, a refusal, an open breaker. */
    public static IdentityUnavailable because(RuntimeException cause) {
        return new IdentityUnavailable(cause);
    }

    /** What kept the neighbour from answering. */
    public RuntimeException reason() {
        return (RuntimeException) Objects.requireNonNull(getCause());
    }
}
