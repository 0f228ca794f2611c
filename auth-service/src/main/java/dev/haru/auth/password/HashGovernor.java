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
 * Runs as many hashes at once as there are cores. Others wait in a {@link FairQueue} by address prefix, bounded by the
 * time that they would wait, and the rest are refused: see decision 040.
 *
 * <p>Hashes run on threads of their own. On the virtual threads that wait for them they would occupy every carrier, and
 * callers that hold a database connection meanwhile could not go on to give it back.
 */
final class HashGovernor {

    /**
     * Waiting hashes for each thread from which on the governor counts as flooded; a quiet second never has so many.
     */
    private static final int FLOOD = 4;

    /**
     * The least number of hashes that may wait: the average turn of a JVM that still compiles is too long to derive the
     * bound from it. With 256, each of 200 concurrent connections of a flood receives its 401 or 428 instead of a 503.
     */
    private static final int ALWAYS_ADMITTED = 256;

    /**
     * The share of the longest wait that the queue is filled for: an exact fill lets every second newcomer wait too
     * long.
     */
    private static final double FILL = 0.9;

    /** Guards the queue and the number of running hashes. */
    private final ReentrantLock lock = new ReentrantLock();

    private final FairQueue<AddressPrefix, Turn<?>> waiting = new FairQueue<>();
    private final ThreadPoolExecutor cores;
    private final TurnTime turnTime = new TurnTime();
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

    /** Throws {@link HashingSaturated} when a hash of this client would be refused right now. */
    void requireRoom(AddressPrefix client) {
        if (freePlaces(client) == 0) {
            metrics.refused(Refusal.QUEUE_FULL);
            throw HashingSaturated.queueFull();
        }
    }

    /** How many more hashes of this client would be accepted right now. */
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
     * Runs the hash when its turn comes. Throws {@link HashingSaturated} when there is no room, when a client with
     * fewer waiting hashes took its place, or when the turn came too late, and {@link DeadlineExceeded} when the
     * request's deadline is over.
     */
    <T> T run(AddressPrefix client, Supplier<T> hash) {
        Turn<T> turn = new Turn<>(hash, this::computed);
        enqueue(client, turn);
        try {
            return turn.outcome();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException reason
                    ? reason
                    : new IllegalStateException(failure.getCause());
        } catch (InterruptedException stopping) {
            turn.abandon();
            Thread.currentThread().interrupt();
            throw HashingSaturated.waitedTooLong();
        }
    }

    private void enqueue(AddressPrefix client, Turn<?> turn) {
        Turn<?> withoutPlace;
        lock.lock();
        try {
            withoutPlace = waiting.offer(client, turn, room());
            if (withoutPlace == null) {
                cores.execute(this::serveNext);
            }
        } finally {
            lock.unlock();
        }
        if (withoutPlace != null) {
            metrics.refused(withoutPlace == turn ? Refusal.QUEUE_FULL : Refusal.PUSHED_OUT);
            withoutPlace.refuse(HashingSaturated.queueFull());
        }
    }

    private void serveNext() {
        Turn<?> next = begin();
        try {
            if (next != null) {
                next.run();
            }
        } finally {
            end();
        }
    }

    private @Nullable Turn<?> begin() {
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

    private <T> T computed(Turn<T> turn) {
        long waited = turn.waitedNanos();
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
            return turn.hash();
        } finally {
            long nanos = System.nanoTime() - begin;
            metrics.hashed(nanos);
            turnTime.completed(nanos);
        }
    }

    /** Hashes that the queue takes now: a hash that an idle thread is about to begin does not wait. */
    private int room() {
        return bound() + concurrency - running;
    }

    /** Hashes that may wait: those whose turn is expected well within the longest wait. */
    private int bound() {
        long inTime = turnTime.completionsWithin((long) (maxWaitNanos * FILL), concurrency);
        return (int) Math.min(maxWaiting, Math.max(ALWAYS_ADMITTED, inTime));
    }

    /** Why a hash was refused; the tag of a metric. */
    enum Refusal {
        QUEUE_FULL,
        PUSHED_OUT,
        WAITED_TOO_LONG
    }
}
