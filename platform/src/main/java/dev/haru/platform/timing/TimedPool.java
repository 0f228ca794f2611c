package dev.haru.platform.timing;

import com.zaxxer.hikari.HikariDataSource;
import dev.haru.platform.trace.Spans;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.sql.Connection;
import java.sql.SQLException;

/** A pool that times the waiting for a connection. */
final class TimedPool extends HikariDataSource {

    /** Takes over what is configured, not what is running: the original must not have been used yet. */
    TimedPool(HikariDataSource configured) {
        configured.copyStateTo(this);
    }

    @Override
    public Connection getConnection() throws SQLException {
        RequestTiming timing = RequestTiming.current();
        Span span = Spans.start("pool wait").setAttribute("db.client.connection.pool.name", getPoolName());
        timing.begin(Part.POOL);
        // The check that a connection still lives belongs to the wait, and is no statement of anybody's.
        try (Scope _ = Spans.hiddenBelow(span).makeCurrent()) {
            return super.getConnection();
        } finally {
            timing.end(Part.POOL);
            span.end();
        }
    }
}
