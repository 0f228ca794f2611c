package dev.haru.platform.upstream;

import feign.FeignException;
import feign.Request;

/**
 * A call that was not made, because the circuit breaker is open or the limit of concurrent calls is reached. Like the
 * exception for an unreachable upstream service, it is a {@link FeignException} without a status.
 */
public final class CallRefused extends FeignException {

    private static final int NO_ANSWER = -1;

    private CallRefused(String reason, Request request) {
        super(NO_ANSWER, reason, request, new Reason(reason));
    }

    static CallRefused breakerIsOpen(String upstream, Request request) {
        return new CallRefused(upstream + " is not called: its circuit breaker is open", request);
    }

    static CallRefused tooManyCalls(String upstream, Request request) {
        return new CallRefused("the limit of concurrent calls to " + upstream + " is reached", request);
    }

    /** No stack trace: nothing reads it, and an outage causes many of these exceptions. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    /** The cause for log lines, which name the cause of a call without a response. */
    private static final class Reason extends RuntimeException {

        Reason(String message) {
            super(message, null, false, false);
        }
    }
}
