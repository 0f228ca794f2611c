package dev.haru.platform.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.helpers.MessageFormatter;

/** The lines of one cause that were counted instead of written, since the last written line. */
final class LogWindow {

    private final Logger logger;
    private final Level level;
    private long openedAt;
    private boolean closed;
    private long counted;
    private String lastFormat = "";
    private Object @Nullable [] lastArguments;

    LogWindow(Logger logger, Level level, long openedAt) {
        this.logger = logger;
        this.level = level;
        this.openedAt = openedAt;
    }

    synchronized long openedAt() {
        return openedAt;
    }

    /** Counts the line; false if the window has closed. */
    synchronized boolean count(String format, Object @Nullable [] arguments) {
        if (closed) {
            return false;
        }
        counted++;
        lastFormat = format;
        lastArguments = arguments;
        return true;
    }

    /** Writes the last counted line with the count and begins the next second; closes if no line was counted. */
    boolean writeOrClose(Marker marker, long now) {
        String message;
        long count;
        synchronized (this) {
            closed = counted == 0;
            if (closed) {
                return false;
            }
            message = MessageFormatter.basicArrayFormat(lastFormat, lastArguments);
            count = counted;
            openedAt = now;
            counted = 0;
            lastArguments = null;
        }
        logger.log(
                marker,
                LogWindow.class.getName(),
                Level.toLocationAwareLoggerInteger(level),
                "{} (the last of {} such lines)",
                new Object[] {message, count},
                null);
        return true;
    }
}
