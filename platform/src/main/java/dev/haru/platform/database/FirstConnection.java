package dev.haru.platform.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryListener;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryState;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.core.retry.Retryable;

/**
 * Opens the primary's pool before anybody needs it, in more than one try. HikariCP fails for good when its first
 * connection cannot be had, and when what it asks of that one takes longer than its validation time-out: a start would
 * end with a database that is being restarted, or on a node where everything starts at once.
 */
final class FirstConnection implements BeanPostProcessor, Ordered {

    private static final Logger log = LoggerFactory.getLogger(FirstConnection.class);

    /** The class of PostgreSQL's states for what it has too little of at the moment, such as connections. */
    private static final String RESOURCES = "53";

    private final RetryTemplate tries;

    /**
     * @param patience for how long it is tried
     * @param pause between two tries
     */
    FirstConnection(Duration patience, Duration pause) {
        this.tries = new RetryTemplate(RetryPolicy.builder()
                .maxRetries(Long.MAX_VALUE)
                .timeout(patience)
                .delay(pause)
                .predicate(FirstConnection::mayPass)
                .build());
        this.tries.setRetryListener(new RetryListener() {
            @Override
            public void beforeRetry(RetryPolicy policy, Retryable<?> opening, RetryState state) {
                if (state.getExceptions().size() == 1) {
                    log.warn("no database connection after {} s: {}", patience.toSeconds(), reason(state));
                }
            }
        });
    }

    /** After those that put their own pool in the place of Boot's, before those that hide it. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE + 1;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof HikariDataSource primary && !name.equals(Replica.POOL)) {
            open(primary);
        }
        return bean;
    }

    /** Does nothing with a pool that is open. Throws {@link IllegalStateException} when no connection can be had. */
    void open(HikariDataSource pool) {
        if (pool.isRunning()) {
            return;
        }
        try {
            tries.execute(() -> {
                try (Connection connection = pool.getConnection()) {
                    return connection.isReadOnly();
                }
            });
        } catch (RetryException unopened) {
            throw new IllegalStateException("no connection to " + pool.getJdbcUrl(), unopened.getCause());
        }
    }

    /** A wrong password is not right the next time. */
    private static boolean mayPass(Throwable failure) {
        if (LostConnection.isShownBy(failure)) {
            return true;
        }
        String state = failure instanceof SQLException refusal ? refusal.getSQLState() : null;
        return state != null && state.startsWith(RESOURCES);
    }

    /** HikariCP hides what the driver says of a set-up behind two of its own exceptions. */
    private static String reason(RetryState state) {
        return NestedExceptionUtils.getMostSpecificCause(state.getLastException())
                .toString();
    }
}
