package dev.haru.platform.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Limits warnings and errors of all loggers, and information of Haru's own loggers, to one line a second for each
 * cause. The first line of a cause is written at once. Later lines within the second are counted, and a timer writes
 * the last of them with the count. Information of libraries is not limited: they write it at the start, and all texts
 * of a library's logger are one cause. Neither are the lines of {@link AuditLine}.
 *
 * <p>The filter runs before Logback creates an event, so a suppressed line costs neither formatting nor a stack trace.
 * At most {@value #MAX_CAUSES} causes are kept; all further causes of the same second share one.
 *
 * <p>Longer than 120 lines because the filter, the windows of the causes and the timer share one state.
 */
final class LogLimit extends TurboFilter {

    static final int MAX_CAUSES = 256;

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long TICK_MILLIS = 250;
    private static final Marker SUMMARY = MarkerFactory.getDetachedMarker("summary");
    private static final LogCause OVERFLOW = new LogCause(LogLimit.class.getName(), Level.WARN_INT, "", null);

    private final Map<LogCause, LogWindow> windows = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;
    private @Nullable ScheduledExecutorService timer;

    LogLimit(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        setName("limit of repeated lines");
    }

    /** Adds a limit to the context unless it has one already. */
    static synchronized void install(LoggerContext context) {
        if (context.getTurboFilterList().stream().noneMatch(LogLimit.class::isInstance)) {
            LogLimit limit = new LogLimit(System::nanoTime);
            limit.setContext(context);
            limit.start();
            context.addTurboFilter(limit);
        }
    }

    @Override
    public synchronized void start() {
        timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("log-limit").factory());
        var _ = timer.scheduleAtFixedRate(this::flush, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        super.start();
    }

    @Override
    public synchronized void stop() {
        super.stop();
        if (timer != null) {
            timer.shutdownNow();
        }
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] arguments,
            @Nullable Throwable failure) {
        boolean isLevelCheck = format == null && failure == null; // such as isWarnEnabled
        if (!isLimited(logger, level)
                || isLevelCheck
                || SUMMARY.equals(marker)
                || AuditLine.MARKER.equals(marker)
                || !level.isGreaterOrEqual(logger.getEffectiveLevel())) {
            return FilterReply.NEUTRAL;
        }
        return isFirst(logger, level, String.valueOf(format), arguments, failure)
                ? FilterReply.NEUTRAL
                : FilterReply.DENY;
    }

    /** Writes the lines counted for a second or longer, and removes causes that did not occur again. */
    void flush() {
        long now = nanoTime.getAsLong();
        windows.forEach((cause, window) -> {
            if (now - window.openedAt() < PERIOD_NANOS) {
                return;
            }
            if (!window.writeOrClose(SUMMARY, now)) {
                windows.remove(cause, window);
            }
        });
    }

    private static boolean isLimited(Logger logger, Level level) {
        return level.isGreaterOrEqual(Level.WARN) || (level.equals(Level.INFO) && LogCause.isOwn(logger));
    }

    private boolean isFirst(
            Logger logger, Level level, String format, Object @Nullable [] arguments, @Nullable Throwable failure) {
        LogCause cause = LogCause.of(logger, level, format, arguments, failure);
        if (windows.size() >= MAX_CAUSES && !windows.containsKey(cause)) {
            cause = OVERFLOW;
        }
        while (true) {
            LogWindow known = windows.putIfAbsent(cause, new LogWindow(logger, level, nanoTime.getAsLong()));
            if (known == null) {
                return true;
            }
            if (known.count(format, arguments)) {
                return false;
            }
            windows.remove(cause, known); // closed by the timer between the two calls
        }
    }
}
