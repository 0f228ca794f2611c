package dev.haru.auth.delivery;

import feign.FeignException;

/** The outcome of a call to an upstream service. */
public enum Delivery {
    /** The upstream service has accepted the call. */
    DONE,
    /** The upstream service answered with a 4xx status: the same call would fail again. */
    REFUSED,
    /** No answer, or a status such as 503: a later call can succeed. */
    UNREACHABLE;

    /** Makes the call and returns its outcome. */
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
