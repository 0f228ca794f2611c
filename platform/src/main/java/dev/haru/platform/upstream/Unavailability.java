package dev.haru.platform.upstream;

import feign.FeignException;
import feign.RetryableException;
import java.io.InterruptedIOException;

/** Distinguishes an upstream service that is unavailable from one that refuses a request. */
public final class Unavailability {

    private Unavailability() {}

    /**
     * Whether a Feign call failed because the upstream service is unavailable: no response, a broken response, a 5xx
     * status, or a {@link CallRefused}. False for a 4xx status and for an unreadable response. False as well if the
     * caller's own deadline has passed.
     */
    public static boolean isShownBy(Throwable failure) {
        return failure instanceof RetryableException
                || failure instanceof CallRefused
                || failure instanceof FeignException.FeignServerException;
    }

    /**
     * Whether a batch call failed in a way in which each single call would fail too, at the same cost for the upstream
     * service. True if the response timed out, the circuit breaker or bulkhead refused the call, or the status is 5xx.
     * False for failures that one key may cause or a retry may avoid. These are a broken connection, an unreadable
     * response, and a 4xx status, which an older upstream service returns. False as well if the caller's deadline has
     * passed.
     */
    public static boolean isOfAll(FeignException failure) {
        return switch (failure) {
            case FeignException.GatewayTimeout _ -> false;
            case RetryableException unanswered -> unanswered.getCause() instanceof InterruptedIOException;
            default -> isShownBy(failure);
        };
    }
}
