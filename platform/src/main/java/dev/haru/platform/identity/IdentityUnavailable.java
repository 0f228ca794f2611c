package dev.haru.platform.identity;

import java.util.Objects;

/**
 * Thrown by a look-up if the upstream service cannot answer now. It says nothing about the token, so a recent valid
 * entry may still be used. Clients never see it: the caller of the cache turns the cause into a problem.
 */
public final class IdentityUnavailable extends RuntimeException {

    private IdentityUnavailable(RuntimeException cause) {
        super(cause.getClass().getName(), cause, false, false);
    }

    /** Wraps the failure of the call: a timeout, a refusal, an open circuit breaker. */
    public static IdentityUnavailable because(RuntimeException cause) {
        return new IdentityUnavailable(cause);
    }

    /** The failure of the call to the upstream service. */
    public RuntimeException reason() {
        return (RuntimeException) Objects.requireNonNull(getCause());
    }
}
