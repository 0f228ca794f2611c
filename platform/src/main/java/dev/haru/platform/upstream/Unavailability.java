package dev.haru.platform.upstream;

import feign.FeignException;
import feign.RetryableException;
import java.io.InterruptedIOException;

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

    /**
     * Whether a question of many failed in a way in which that of each alone would fail as well, and would cost the
     * neighbour as much: no answer in time, a refusal of the breaker or the bulkhead, an answer with a 5xx status. Not
     * for what the next try may do better or what may be due to one of them: a connection that broke, an answer that
     * cannot be read, one with a 4xx status, which a neighbour of an older version gives, and a deadline that was over
     * for who asked.
     */
    public static boolean isOfAll(FeignException failure) {
        return switch (failure) {
            case FeignException.GatewayTimeout _ -> false;
            case RetryableException unanswered -> unanswered.getCause() instanceof InterruptedIOException;
            default -> isShownBy(failure);
        };
    }
}
