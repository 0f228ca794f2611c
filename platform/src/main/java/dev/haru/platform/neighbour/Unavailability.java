package dev.haru.platform.neighbour;

import feign.FeignException;
import feign.RetryableException;

/** Tells a neighbour that cannot answer right now from one that answers no. */
public final class Unavailability {

    private Unavailability() {}

    /**
     * Whether this is how a Feign call ends when the neighbour is unavailable: no answer, a broken one, an answer with
     * a 5xx status, or a {@link CallRefused}. Not for a 4xx, for an answer that cannot be read, and not when the
     * caller's own deadline is over.
     */
    public static boolean isShownBy(Throwable failure) {
        return failure instanceof RetryableException
                || failure instanceof CallRefused
                || failure instanceof FeignException.FeignServerException;
    }
}
