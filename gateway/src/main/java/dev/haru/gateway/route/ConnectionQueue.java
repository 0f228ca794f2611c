package dev.haru.gateway.route;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * The connections of one event loop to one service, and the requests that wait for one of them in order of arrival. All
 * requests may wait equally long. The first one therefore expires first, and one timer is enough for all.
 *
 * <p>Longer than 120 lines because the queue and the states of its places share one lock.
 */
final class ConnectionQueue {

    private final EventLoop eventLoop;
    private final WaitLimit limit;
    private final ArrayDeque<Place> waiting = new ArrayDeque<>();
    private int free;
    private boolean timed;

    /**
     * @param connections number of connections
     * @param limit the limit of waiting requests, which all event loops share
     */
    ConnectionQueue(EventLoop eventLoop, int connections, WaitLimit limit) {
        this.eventLoop = eventLoop;
        this.free = connections;
        this.limit = limit;
    }

    /** Returns a place, which has no connection yet and does not wait yet. */
    Place place() {
        return new Place();
    }

    private void schedule(long nanos) {
        timed = true;
        var _ = eventLoop.schedule(this::expire, nanos, TimeUnit.NANOSECONDS);
    }

    private void expire() {
        List<Place> expired = new ArrayList<>();
        synchronized (this) {
            timed = false;
            long now = System.nanoTime();
            while (!waiting.isEmpty() && waiting.getFirst().deadline - now <= 0) {
                Place first = waiting.removeFirst();
                first.endWait(State.LEFT);
                limit.leave();
                expired.add(first);
            }
            if (!waiting.isEmpty()) {
                schedule(waiting.getFirst().deadline - now);
            }
        }
        expired.forEach(place -> place.sink().error(limit.refusal()));
    }

    /** Gives a connection to the request that has waited longest. */
    private void handOver() {
        Place next = waiting.poll();
        if (next == null) {
            free++;
            return;
        }
        next.endWait(State.CONNECTED);
        // Runs after the task that reads the response, so the pool has the connection again.
        eventLoop.execute(next.sink()::success);
    }

    private enum State {
        NEW,
        WAITING,
        CONNECTED,
        LEFT
    }

    /** The place of one request: it waits for a connection, or has one. */
    final class Place {

        private State state = State.NEW;
        private long size;
        private long deadline;
        private @Nullable MonoSink<Void> sink;

        private Place() {}

        /** Takes a connection if one is free and the service has not too many requests. */
        boolean takeConnection() {
            synchronized (ConnectionQueue.this) {
                if (free == 0 || !limit.enter()) {
                    return false;
                }
                free--;
                state = State.CONNECTED;
                return true;
            }
        }

        /**
         * Completes when the request has a connection. Fails at the deadline, and if too many requests wait.
         *
         * @param bytes size of the request
         * @param remaining time until the deadline
         */
        Mono<Void> connection(long bytes, Duration remaining) {
            return Mono.create(waiter -> {
                if (beginWait(waiter, bytes, remaining)) {
                    return;
                }
                if (isConnected()) {
                    waiter.success();
                } else {
                    waiter.error(limit.refusal());
                }
            });
        }

        /** Frees the connection, or ends the wait. A second call has no effect. */
        void leave() {
            synchronized (ConnectionQueue.this) {
                State last = state;
                state = State.LEFT;
                if (last == State.CONNECTED) {
                    limit.leave();
                    handOver();
                } else if (last == State.WAITING) {
                    waiting.remove(this);
                    limit.endWait(size);
                    limit.leave();
                }
            }
        }

        private boolean isConnected() {
            synchronized (ConnectionQueue.this) {
                return state == State.CONNECTED;
            }
        }

        /**
         * Begins the wait. Returns false, and does not begin it, if a connection has become free or too many requests
         * wait.
         */
        private boolean beginWait(MonoSink<Void> waiter, long bytes, Duration remaining) {
            synchronized (ConnectionQueue.this) {
                // With a free connection, nothing would end the wait, so a request beyond the limit is refused.
                if (state != State.NEW || takeConnection() || free > 0 || !limit.enterAndWait(bytes)) {
                    return false;
                }
                state = State.WAITING;
                size = bytes;
                sink = waiter;
                deadline = System.nanoTime() + remaining.toNanos();
                waiting.add(this);
                if (!timed) {
                    schedule(remaining.toNanos());
                }
                return true;
            }
        }

        private void endWait(State next) {
            state = next;
            limit.endWait(size);
        }

        private MonoSink<Void> sink() {
            return Objects.requireNonNull(sink);
        }
    }
}
