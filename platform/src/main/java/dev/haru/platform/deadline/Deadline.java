package dev.haru.platform.deadline;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The time by which a request must be answered. It is part of the trace context, so it follows the request to other
 * threads. Work that no request began, such as the outbox relay, has no deadline.
 *
 * <p>Between processes it is a point in time, so the clocks of the hosts must agree to some tens of milliseconds (NTP).
 * Within a process it is measured with a monotonic clock.
 *
 * <p>Longer than 120 lines because it keeps every conversion of a deadline in one place.
 */
public final class Deadline {

    /** The request header that carries the deadline, in milliseconds since the epoch. */
    public static final String HEADER = "X-Request-Deadline";

    private static final ContextKey<Optional<Deadline>> KEY = ContextKey.named("haru-deadline");
    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,18}");

    /** Longer than any timeout. The limit prevents an overflow if the clock of a client service is wrong by years. */
    private static final long FARTHEST_MILLIS = Duration.ofDays(1).toMillis();

    private final long epochMillis;
    private final long endNanos;

    private Deadline(long epochMillis, long leftMillis) {
        this.epochMillis = epochMillis;
        this.endNanos = System.nanoTime()
                + Duration.ofMillis(Math.clamp(leftMillis, -1, FARTHEST_MILLIS)).toNanos();
    }

    /** Parses the header; throws {@link IllegalArgumentException} if it is not a number of milliseconds. */
    static Deadline parse(String header, long nowEpochMillis) {
        if (!MILLIS.matcher(header).matches()) {
            throw new IllegalArgumentException("not a number of milliseconds");
        }
        long epochMillis = Long.parseLong(header);
        return new Deadline(epochMillis, epochMillis - nowEpochMillis);
    }

    /** The deadline of the current work; null if it has none. */
    public static @Nullable Deadline current() {
        Optional<Deadline> current = Context.current().get(KEY);
        return current == null ? null : current.orElse(null);
    }

    /** The task without a deadline, for work that must complete even if no request waits for it. */
    public static Runnable outlived(Runnable task) {
        return () -> {
            try (Scope _ = Context.current().with(KEY, Optional.empty()).makeCurrent()) {
                task.run();
            }
        };
    }

    /** Throws {@link DeadlineExceeded} if the current work has a deadline and it has passed. */
    public static void requireTime() {
        Deadline current = current();
        if (current != null && current.isOver()) {
            throw new DeadlineExceeded();
        }
    }

    /**
     * The failure to share with requests that wait for the same result. If this request's deadline has passed, they get
     * only {@link DeadlineExceeded}: their own deadlines may be later, so they may try again.
     */
    public static Throwable forOthers(Throwable failure) {
        Deadline current = current();
        return current != null && current.isOver() ? new DeadlineExceeded() : failure;
    }

    /**
     * Waits for a result that another request computes, until this request's deadline at most. If the other request was
     * cancelled or only its deadline has passed (see {@link #forOthers}), this request computes the result itself.
     *
     * @param again computes the result
     */
    public static <V> V joined(CompletableFuture<V> other, Supplier<V> again) {
        Deadline current = other.isDone() ? null : current();
        try {
            // A timeout on the original would end it for all waiting requests, so each waits on a copy.
            return (current == null ? other : other.copy().orTimeout(current.leftMillis(), TimeUnit.MILLISECONDS))
                    .join();
        } catch (CancellationException cancelled) {
            requireTime();
            return again.get();
        } catch (CompletionException failed) {
            return switch (failed.getCause()) {
                case TimeoutException _ -> throw new DeadlineExceeded();
                case DeadlineExceeded _, CancellationException _ -> {
                    requireTime();
                    yield again.get();
                }
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw failed;
            };
        }
    }

    /** The context of work with this deadline. */
    Context in(Context context) {
        return context.with(KEY, Optional.of(this));
    }

    /** Whether the deadline has passed. */
    public boolean isOver() {
        return leftNanos() <= 0;
    }

    /**
     * The remaining time in whole milliseconds, at least one, because 0 means no timeout to most APIs. Rounded up, so
     * that the deadline has certainly passed when such a timeout ends.
     */
    public long leftMillis() {
        return Math.max(1, Math.ceilDiv(leftNanos(), 1_000_000));
    }

    /** The header for the next hop. */
    String header() {
        return Long.toString(epochMillis);
    }

    private long leftNanos() {
        return endNanos - System.nanoTime();
    }
}
