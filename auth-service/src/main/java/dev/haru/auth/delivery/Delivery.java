package dev.haru.auth.delivery;

import feign.FeignException;

/** How a call to a neighbour went. */
public enum Delivery {
    /** The neighbour has it. */
    DONE,
    /** The neighbour answered that it will not have it: the same call will fail again. */
    REFUSED,
    /** No answer, or one that says try again. */
    UNREACHABLE;

    /** Makes the call. */
    public static Delivery of(Runnable call) {
        try {
            call.run();
            return DONE;
        } catch (FeignException.FeignClientException refused) {
            return REFUSED;
        } catch (FeignException unreachable) {
            return UNREACHABLE;
        }
    }
}
