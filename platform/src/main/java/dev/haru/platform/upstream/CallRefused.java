package dev.haru.platform.upstream;

import feign.FeignException;
import feign.Request;

/**
 * A call that was not made, because the neighbour has not answered of late or because too many wait for it already. A
 * {@link FeignException} without a status, as a neighbour that cannot be reached gives.
 */
public final class CallRefused extends FeignException {

    private static final int NO_ANSWER = -1;

    private CallRefused(String reason, Request request) {
        super(NO_ANSWER, reason, request, new Reason(reason));
    }

    static CallRefused breakerIsOpen(String neighbour, Request request) {
        return new CallRefused(neighbour + " is not called: its circuit breaker is open", request);
    }

    static CallRefused tooManyCalls(String neighbour, Request request) {
        return new CallRefused("the limit of concurrent calls to " + neighbour + " is reached", request);
    }

    /** Nobody reads the stack of a refusal, and an outage makes many of them. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    /** For logs, which name the cause of a call without an answer. */
    private static final class Reason extends RuntimeException {

        Reason(String message) {
            super(message, null, false, false);
        }
    }
}
