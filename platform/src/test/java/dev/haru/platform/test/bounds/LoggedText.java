package dev.haru.platform.test.bounds;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/** The log output of request threads since the last call. */
public final class LoggedText extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private static final String BACKGROUND = "scheduling-";

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final StringBuilder text = new StringBuilder();

    public LoggedText() {
        setContext(root.getLoggerContext());
        start();
        root.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getThreadName().startsWith(BACKGROUND)) {
            return;
        }
        text.append(event.getLoggerName())
                .append(": ")
                .append(event.getFormattedMessage())
                .append('\n');
        if (event.getThrowableProxy() != null) {
            text.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
    }

    /** Returns the text since the last call. */
    public synchronized String take() {
        String taken = text.toString();
        text.setLength(0);
        return taken;
    }

    @Override
    public void close() {
        root.detachAppender(this);
        stop();
    }
}
