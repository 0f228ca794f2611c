package dev.haru.platform.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryListener;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryState;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.core.retry.Retryable;

/**
 * Opens the pool of the primary at startup and retries failures that may pass. HikariCP gives up for good if its first
 * connection fails. It also gives up if its checks of that connection take longer than its validation timeout. Without
 * retries, a service would not start while its database restarts, or on a node where many pods start at once.
 */
final class FirstConnection {

    private static final Logger log = LoggerFactory.getLogger(FirstConnection.class);

    /** The class of PostgreSQL's error codes for insufficient resources, such as too many connections. */
    private static final String RESOURCES = "53";

    private final RetryTemplate retries;

    /**
     * @param timeout the maximum duration of all attempts
     * @param pause the pause between two attempts
     */
    FirstConnection(Duration timeout, Duration pause) {
        this.retries = new RetryTemplate(RetryPolicy.builder()
                .maxRetries(Long.MAX_VALUE)
                .timeout(timeout)
                .delay(pause)
                .predicate(FirstConnection::isTransient)
                .build());
        this.retries.setRetryListener(new RetryListener() {
            @Override
            public void beforeRetry(RetryPolicy policy, Retryable<?> opening, RetryState state) {
                if (state.getExceptions().size() == 1) {
                    log.warn(
                            "no database connection at the first attempt; attempts continue for {} s: {}",
                            timeout.toSeconds(),
                            reason(state));
                }
            }
        });
    }

    /** Opens the pool. Throws {@link IllegalStateException} if no connection succeeds. */
    void open(HikariDataSource pool) {
        try {
            retries.execute(() -> {
                try (Connection connection = pool.getConnection()) {
                    return connection.isReadOnly();
                }
            });
        } catch (RetryException unopened) {
            throw new IllegalStateException("no connection to " + pool.getJdbcUrl(), unopened.getCause());
        }
    }

    /** Whether a retry may succeed; a wrong password, for example, stays wrong. */
    private static boolean isTransient(Throwable failure) {
        if (LostConnection.isShownBy(failure)) {
            return true;
        }
        String state = failure instanceof SQLException refusal ? refusal.getSQLState() : null;
        return state != null && state.startsWith(RESOURCES);
    }

    /** HikariCP wraps the driver's exception in two of its own, so the log line names the innermost cause. */
    private static String reason(RetryState state) {
        return NestedExceptionUtils.getMostSpecificCause(state.getLastException())
                .toString();
    }
}
