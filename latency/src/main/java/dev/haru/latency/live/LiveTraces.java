package dev.haru.latency.live;

import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.DroppedSpans;
import dev.haru.latency.source.TraceFeed;
import dev.haru.latency.trace.TraceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source in the background, again and again. If a read fails, the traces of the earlier reads stay.
 *
 * <p>Longer than 120 lines because it documents each parameter and keeps the failures of a read with the read.
 */
public final class LiveTraces implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final TraceFeed feed;
    private final Function<TraceId, String> link;
    private final LongSupplier since;
    private final int maximum;
    private final long maximumBytes;
    private final Clock clock;
    private final Consumer<Throwable> defects;
    private final KeptTraces kept;
    private final Thread thread;
    private volatile Snapshot snapshot = Snapshot.EMPTY;
    private volatile State state;
    private volatile Runnable afterFirst = () -> {};

    /**
     * Nothing is read before {@link #start}.
     *
     * @param link returns the URL of a trace
     * @param since returns the earliest start of a trace (ns since 1970)
     * @param maximum the maximum number of traces
     * @param maximumBytes their approximate maximum size
     * @param defects takes exceptions that only a defect of the tool can cause
     */
    public LiveTraces(
            TraceFeed feed,
            Function<TraceId, String> link,
            LongSupplier since,
            int maximum,
            long maximumBytes,
            Clock clock,
            Consumer<Throwable> defects) {
        this.feed = feed;
        this.link = link;
        this.since = since;
        this.maximum = maximum;
        this.maximumBytes = maximumBytes;
        this.clock = clock;
        this.defects = defects;
        this.kept = new KeptTraces(maximum, maximumBytes);
        this.state = state(0, null, null);
        this.thread = Thread.ofPlatform().daemon().name("reader").unstarted(this::readAgainAndAgain);
    }

    /** Reads now, and after each pause again. */
    public void start() {
        thread.start();
    }

    /** Runs an action in the background once the first requests are there. Call it before {@link #start}. */
    public void afterFirst(Runnable action) {
        afterFirst = action;
    }

    /** The kept traces at this moment. It does not change. */
    public Snapshot snapshot() {
        return snapshot;
    }

    public State state() {
        return state;
    }

    /** The URL of a trace, or its id if there is no viewer. */
    public String link(TraceId id) {
        return link.apply(id);
    }

    /** Ends the reading. */
    @Override
    public void close() {
        thread.interrupt();
    }

    private void readAgainAndAgain() {
        try {
            while (!thread.isInterrupted()) {
                read();
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            thread.interrupt();
        }
    }

    /** Reads what is new. */
    void read() {
        @Nullable String problem = null;
        boolean isChanged = false;
        Instant now = clock.instant();
        try {
            try {
                feed.poll(span -> kept.add(span, now));
            } catch (BadInput e) {
                problem = String.valueOf(e.getMessage());
            }
            isChanged = kept.removeBefore(since.getAsLong());
            isChanged |= kept.settle(now);
            if (isChanged) {
                snapshot = kept.snapshot();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            problem = "A defect of the tool ended the reading: " + e;
            defects.accept(e);
        }
        boolean isFirst = isChanged && state.version() == 0;
        state = state(state.version() + (isChanged ? 1 : 0), problem == null ? now : state.read(), problem);
        if (isFirst) {
            afterFirst.run();
        }
    }

    private State state(long version, @Nullable Instant read, @Nullable String problem) {
        return new State(
                feed.description(),
                version,
                read,
                problem,
                kept.size(),
                maximum,
                kept.bytes(),
                maximumBytes,
                kept.leftUntil() == Long.MIN_VALUE ? null : Instant.EPOCH.plusNanos(kept.leftUntil()),
                DroppedSpans.sum(Stream.of(feed.dropped(), kept.dropped())));
    }
}
