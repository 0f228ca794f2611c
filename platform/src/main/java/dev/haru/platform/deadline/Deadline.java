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
 * The moment after which nobody waits for an answer any more. It travels in the trace's context, so it is wherever the
 * trace is; work that no request began, such as the outbox's relay, has none.
 *
 * <p>It crosses processes as a moment, so the hosts' clocks must agree to some tens of milliseconds (NTP); within a
 * process it is counted on the clock that cannot jump.
 */
public final class Deadline {

    /** The request header that carries it, in milliseconds since the epoch. */
    public static final String HEADER = "X-Request-Deadline";

    private static final ContextKey<Optional<Deadline>> KEY = ContextKey.named("haru-deadline");
    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,18}");

    /** Farther away than any time-out, so that a caller's clock that is wrong by years overflows nothing. */
    private static final long FARTHEST_MILLIS = Duration.ofDays(1).toMillis();

    private final long epochMillis;
    private final long endNanos;

    private Deadline(long epochMillis, long leftMillis) {
        this.epochMillis = epochMillis;
        this.endNanos = System.nanoTime()
                + Duration.ofMillis(Math.clamp(leftMillis, -1, FARTHEST_MILLIS)).toNanos();
    }

    /** From the header's text; throws {@link IllegalArgumentException} when it is no number of milliseconds. */
    static Deadline parse(String header, long nowEpochMillis) {
        if (!MILLIS.matcher(header).matches()) {
            throw new IllegalArgumentException("not a number of milliseconds");
        }
        long epochMillis = Long.parseLong(header);
        return new Deadline(epochMillis, epochMillis - nowEpochMillis);
    }

    /** That of the work at hand; null when there is none. */
    public static @Nullable Deadline current() {
        Optional<Deadline> current = Context.current().get(KEY);
        return current == null ? null : current.orElse(null);
    }

    /** The task without a deadline, for what must be done also when nobody waits for it. */
    public static Runnable outlived(Runnable task) {
        return () -> {
            try (Scope _ = Context.current().with(KEY, Optional.empty()).makeCurrent()) {
                task.run();
            }
        };
    }

    /** Throws {@link DeadlineExceeded} when the work at hand has a deadline and it is over. */
    public static void requireTime() {
        Deadline current = current();
        if (current != null && current.isOver()) {
            throw new DeadlineExceeded();
        }
    }

    /**
     * What ended the work at hand, as those hear it who share its outcome. When it failed with its time over, that is
     * all they learn: theirs may not be, so they may ask again.
     */
    public static Throwable forOthers(Throwable failure) {
        Deadline current = current();
        return current != null && current.isOver() ? new DeadlineExceeded() : failure;
    }

    /**
     * What another request computes for both, awaited no longer than until this one's deadline. When only that one's
     * time is over, which it has said by {@link #forOthers}, or it has cancelled, this one does it {@code again}.
     */
    public static <V> V joined(CompletableFuture<V> other, Supplier<V> again) {
        Deadline current = other.isDone() ? null : current();
        try {
            // A copy, since a time-out would end it for all.
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

    /** The context of work that has this deadline. */
    Context in(Context context) {
        return context.with(KEY, Optional.of(this));
    }

    /** Whether it is too late. */
    public boolean isOver() {
        return leftNanos() <= 0;
    }

    /**
     * The time left, in whole milliseconds, at least one: for time-outs, where 0 means none. Rounded up, so that what
     * is cut short after it is over by then, and not for another reason.
     */
    public long leftMillis() {
        return Math.max(1, Math.ceilDiv(leftNanos(), 1_000_000));
    }

    /** What the next hop is told. */
    String header() {
        return Long.toString(epochMillis);
    }

    private long leftNanos() {
        return endNanos - System.nanoTime();
    }
}
