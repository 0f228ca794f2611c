package dev.haru.auth.password;

import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.timing.Part;
import dev.haru.platform.timing.RequestTiming;
import dev.haru.platform.trace.Spans;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets as many hashes run at once as there are cores, a bounded number wait in order, and refuses the rest, so that a
 * flood of logins costs the flooder its answers and not everybody else theirs.
 *
 * <p>Hashes run on threads of their own: on the virtual threads that wait for them they would occupy every carrier, and
 * who holds a database connection meanwhile could not go on to give it back.
 */
final class HashGovernor {

    /**
     * Hashes that wait for each that may run. So many come together in no quiet second, and a flood has them always.
     */
    private static final int FLOOD = 4;

    private final ThreadPoolExecutor cores;
    private final GovernorMetrics metrics;
    private final Duration maxWait;

    HashGovernor(PasswordProperties.Governor properties, MeterRegistry meters) {
        int concurrency =
                properties.concurrency() == 0 ? Runtime.getRuntime().availableProcessors() : properties.concurrency();
        this.cores = new ThreadPoolExecutor(
                concurrency,
                concurrency,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(properties.queue()),
                Thread.ofPlatform().daemon().name("hash-", 0).factory());
        this.metrics = new GovernorMetrics(cores, meters);
        this.maxWait = properties.maxWait();
    }

    /** Throws {@link HashingSaturated} when a hash would be refused right now. */
    void requireRoom() {
        if (cores.getQueue().remainingCapacity() == 0) {
            metrics.refusedAtOnce();
            throw HashingSaturated.queueFull();
        }
    }

    /** Whether more come than can be computed. */
    boolean isFlooded() {
        return cores.getQueue().size() >= FLOOD * cores.getMaximumPoolSize();
    }

    /**
     * Runs the hash when its turn comes; throws {@link HashingSaturated} when that would be too late, and
     * {@link DeadlineExceeded} when nobody waits for it any more.
     */
    <T> T run(Supplier<T> hash) {
        long asked = System.nanoTime();
        RequestTiming timing = RequestTiming.current();
        Span waiting = Spans.start("hash wait");
        timing.begin(Part.HASH_WAIT);
        try {
            Future<T> turn = cores.submit(Context.current().wrap(() -> {
                timing.end(Part.HASH_WAIT);
                waiting.end();
                long waited = System.nanoTime() - asked;
                metrics.waited(waited);
                if (waited > maxWait.toNanos()) {
                    metrics.refusedAfterWaiting();
                    throw HashingSaturated.waitedTooLong();
                }
                Deadline deadline = Deadline.current();
                if (deadline != null && deadline.isOver()) {
                    throw new DeadlineExceeded();
                }
                Span hashing = Spans.start("hash");
                timing.begin(Part.HASH);
                try (Scope _ = hashing.makeCurrent()) {
                    return metrics.timed(hash);
                } finally {
                    timing.end(Part.HASH);
                    hashing.end();
                }
            }));
            return turn.get();
        } catch (RejectedExecutionException full) {
            timing.end(Part.HASH_WAIT);
            waiting.end();
            metrics.refusedAtOnce();
            throw HashingSaturated.queueFull();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException reason
                    ? reason
                    : new IllegalStateException(failure.getCause());
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw HashingSaturated.waitedTooLong();
        }
    }
}
