package dev.haru.platform.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.timing.Part;
import dev.haru.platform.timing.RequestTiming;
import dev.haru.platform.trace.Spans;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;

/**
 * A connection pool that measures the wait for a connection. A virtual thread waits for a full pool until the request's
 * deadline, since its wait costs only memory. A platform thread waits for the pool's own {@code connection-timeout},
 * because other requests need the thread. See decision 041.
 */
final class TimedPool extends HikariDataSource {

    /** A pool with these settings, over connections from {@code driver}. It starts on first use. */
    TimedPool(HikariConfig settings, DataSource driver) {
        settings.copyStateTo(this);
        setDataSource(driver);
    }

    @Override
    public Connection getConnection() throws SQLException {
        RequestTiming timing = RequestTiming.current();
        Span span = Spans.start("pool wait").setAttribute("db.client.connection.pool.name", getPoolName());
        timing.begin(Part.POOL);
        // The check that a connection works is part of the wait, so its statement gets no span.
        try (Scope _ = Spans.hiddenBelow(span).makeCurrent()) {
            return awaitConnection();
        } finally {
            timing.end(Part.POOL);
            span.end();
        }
    }

    private Connection awaitConnection() throws SQLException {
        while (true) {
            try {
                return super.getConnection();
            } catch (SQLTransientConnectionException timeout) {
                if (!Thread.currentThread().isVirtual() || !isFull() || !isTimeLeft()) {
                    throw timeout;
                }
            }
        }
    }

    /** A pool with fewer connections than it may have cannot open more: the database is unavailable. */
    private boolean isFull() {
        HikariPoolMXBean state = getHikariPoolMXBean();
        return state != null && state.getTotalConnections() >= getMaximumPoolSize();
    }

    private static boolean isTimeLeft() {
        Deadline deadline = Deadline.current();
        return deadline != null && !deadline.isOver();
    }
}
