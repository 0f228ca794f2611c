package dev.haru.platform.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The cause of a log line. Lines with the same logger, level, message template and exception type have the same cause.
 *
 * @param template empty if a library composes the message itself. Such a text can contain a client's input, which would
 *     make each line a cause of its own
 */
record LogCause(
        String logger, int level, String template, @Nullable Class<?> failure) {

    private static final String OWN = "dev.haru.";

    static LogCause of(
            Logger logger, Level level, String template, Object @Nullable [] arguments, @Nullable Throwable failure) {
        boolean isTemplate = arguments != null && arguments.length > 0;
        return new LogCause(
                logger.getName(),
                level.toInt(),
                isTemplate || isOwn(logger) ? template : "",
                failure == null ? null : failure.getClass());
    }

    /** Whether the logger is Haru's own, not that of a library. */
    static boolean isOwn(Logger logger) {
        return logger.getName().startsWith(OWN);
    }
}
