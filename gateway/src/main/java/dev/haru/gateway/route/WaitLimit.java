package dev.haru.gateway.route;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the requests that wait for one service: by number, and by the size of their headers and bodies. The number
 * includes requests with a connection, because the connections of an event loop may be free while requests of another
 * event loop wait.
 */
final class WaitLimit {

    private final String service;
    private final int maxRequests;
    private final long maxBytes;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /**
     * @param maxRequests maximum of requests that wait or have a connection
     * @param maxBytes maximum size of all waiting requests
     */
    WaitLimit(String service, int maxRequests, long maxBytes) {
        this.service = service;
        this.maxRequests = maxRequests;
        this.maxBytes = maxBytes;
    }

    /** Counts a request that does not wait. Returns false, and does not count it, if it is beyond the limit. */
    boolean enter() {
        if (requests.incrementAndGet() <= maxRequests) {
            return true;
        }
        requests.decrementAndGet();
        return false;
    }

    /** Counts a request that waits. Returns false, and does not count it, if it is beyond a limit. */
    boolean enterAndWait(long size) {
        if (!enter()) {
            return false;
        }
        if (bytes.addAndGet(size) <= maxBytes) {
            waiting.incrementAndGet();
            return true;
        }
        bytes.addAndGet(-size);
        requests.decrementAndGet();
        return false;
    }

    /** Ends the wait of a request of this size, which now has a connection or leaves. */
    void endWait(long size) {
        waiting.decrementAndGet();
        bytes.addAndGet(-size);
    }

    /** Ends the count of a request that does not wait. */
    void leave() {
        requests.decrementAndGet();
    }

    /** Returns the number of waiting requests. */
    int waiting() {
        return waiting.get();
    }

    /** Returns the refusal of a request that is beyond a limit or has waited until its deadline. */
    ServiceFailure refusal() {
        return ServiceFailure.overloaded(service);
    }
}
