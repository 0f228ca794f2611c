package dev.haru.auth.password;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.deadline.DeadlineExceeded;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits concurrent password hashes to the number of cores. Further hashes wait in a {@link FairQueue} by address
 * prefix, whose bound follows from the longest wait. The governor refuses the rest: see decision 040.
 *
 * <p>Hashes run on threads of their own. On the virtual threads of the requests, they would occupy every carrier
 * thread. Other virtual threads that hold a database connection could then not continue and release it.
 *
 * <p>Longer than 120 lines because one lock guards the queue and the number of running hashes.
 */
final class HashGovernor {

    /**
     * The number of waiting hashes per thread from which the governor counts as flooded. Ordinary load never queues so
     * many.
     */
    private static final int FLOOD = 4;

    /**
     * The queue's minimum bound. While the JVM still compiles, hashes take too long to derive the bound from their
     * average. With 256, each of 200 concurrent connections of a flood receives its 401 or 428 instead of a 503.
     */
    private static final int ALWAYS_ADMITTED = 256;

    /**
     * The share of the longest wait that the bound allows for. With the full longest wait, one hash in eleven waited
     * too long.
     */
    private static final double FILL = 0.9;

    /** Guards the queue and the number of running hashes. */
    private final ReentrantLock lock = new ReentrantLock();

    private final FairQueue<AddressPrefix, QueuedHash<?>> waiting = new FairQueue<>();
    private final ThreadPoolExecutor cores;
    private final AverageHashTime averageHashTime = new AverageHashTime();
    private final GovernorMetrics metrics;
    private final int concurrency;
    private final int maxWaiting;
    private final long maxWaitNanos;
    private int running;

    HashGovernor(PasswordProperties.Governor properties, MeterRegistry meters) {
        this.concurrency =
                properties.concurrency() == 0 ? Runtime.getRuntime().availableProcessors() : properties.concurrency();
        this.maxWaiting = properties.queue();
        this.maxWaitNanos = properties.maxWait().toNanos();
        // Holds at most one task for each waiting hash, so it is never full.
        this.cores = new ThreadPoolExecutor(
                concurrency,
                concurrency,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(maxWaiting + concurrency),
                Thread.ofPlatform().daemon().name("hash-", 0).factory());
        this.metrics = new GovernorMetrics(cores, this::bound, meters);
    }

    /** Throws {@link HashingSaturated} if a hash of this client would be refused now. */
    void requireRoom(AddressPrefix client) {
        if (freePlaces(client) == 0) {
            metrics.refused(Refusal.QUEUE_FULL);
            throw HashingSaturated.queueFull();
        }
    }

    /** The number of further hashes of this client that would be accepted now. */
    int freePlaces(AddressPrefix client) {
        lock.lock();
        try {
            return waiting.placesFor(client, room());
        } finally {
            lock.unlock();
        }
    }

    /** Whether more hashes arrive than are computed. */
    boolean isFlooded() {
        return cores.getQueue().size() >= FLOOD * concurrency;
    }

    /**
     * Runs the hash once it leaves the queue. Throws {@link HashingSaturated} if the queue is full, if a client with
     * fewer waiting hashes displaces this hash, or if this hash waits too long. Throws {@link DeadlineExceeded} if the
     * request's deadline has passed.
     */
    <T> T run(AddressPrefix client, Supplier<T> hash) {
        QueuedHash<T> queued = new QueuedHash<>(hash, this::computed);
        enqueue(client, queued);
        try {
            return queued.outcome();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException reason
                    ? reason
                    : new IllegalStateException(failure.getCause());
        } catch (InterruptedException stopping) {
            queued.abandon();
            Thread.currentThread().interrupt();
            throw HashingSaturated.waitedTooLong();
        }
    }

    private void enqueue(AddressPrefix client, QueuedHash<?> queued) {
        QueuedHash<?> rejected;
        lock.lock();
        try {
            rejected = waiting.offer(client, queued, room());
            if (rejected == null) {
                cores.execute(this::runNext);
            }
        } finally {
            lock.unlock();
        }
        if (rejected != null) {
            metrics.refused(rejected == queued ? Refusal.QUEUE_FULL : Refusal.DISPLACED);
            rejected.refuse(HashingSaturated.queueFull());
        }
    }

    private void runNext() {
        QueuedHash<?> next = begin();
        try {
            if (next != null) {
                next.run();
            }
        } finally {
            end();
        }
    }

    private @Nullable QueuedHash<?> begin() {
        lock.lock();
        try {
            running++;
            return waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            running--;
        } finally {
            lock.unlock();
        }
    }

    private <T> T computed(QueuedHash<T> queued) {
        long waited = queued.waitedNanos();
        metrics.waited(waited);
        if (waited > maxWaitNanos) {
            metrics.refused(Refusal.WAITED_TOO_LONG);
            throw HashingSaturated.waitedTooLong();
        }
        Deadline deadline = Deadline.current();
        if (deadline != null && deadline.isOver()) {
            throw new DeadlineExceeded();
        }
        long begin = System.nanoTime();
        try {
            return queued.hash();
        } finally {
            long nanos = System.nanoTime() - begin;
            metrics.hashed(nanos);
            averageHashTime.completed(nanos);
        }
    }

    /**
     * The bound of the queue plus one place for each idle thread. A hash that an idle thread is about to take does not
     * wait.
     */
    private int room() {
        return bound() + concurrency - running;
    }

    /** The maximum of waiting hashes: those that are expected to begin well within the longest wait. */
    private int bound() {
        long inTime = averageHashTime.completionsWithin((long) (maxWaitNanos * FILL), concurrency);
        return (int) Math.min(maxWaiting, Math.max(ALWAYS_ADMITTED, inTime));
    }

    /** The reason for a refusal, and the tag of the metric. */
    enum Refusal {
        QUEUE_FULL,
        DISPLACED,
        WAITED_TOO_LONG
    }
}
