package dev.haru.schedule.calendar;

import dev.haru.platform.test.EmbeddedDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A data source like that of a service with a replica, for one thread. The first connection of a request sees an
 * earlier state of the database, the others see the current state.
 */
final class LaggingReplica extends DelegatingDataSource implements AutoCloseable {

    private static final Set<String> KEPT = Set.of("setAutoCommit", "setReadOnly", "close");

    private final Connection snapshot;
    private boolean first;

    LaggingReplica(DataSource primary) throws SQLException {
        super(primary);
        snapshot = EmbeddedDatabase.admin();
        snapshot.setAutoCommit(false);
        snapshot.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        snapshot.setSchema("schedule");
        snapshot.commit();
        catchUp();
    }

    /** The replica now has the current state. */
    void catchUp() throws SQLException {
        snapshot.rollback();
        try (Statement statement = snapshot.createStatement()) {
            statement.execute("select count(*) from member_quota");
        }
    }

    /** The next connection is one to the replica. */
    void beginRequest() {
        first = true;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (!first) {
            return super.getConnection();
        }
        first = false;
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (_, method, arguments) -> {
                    if (KEPT.contains(method.getName())) {
                        return null;
                    }
                    try {
                        return method.invoke(snapshot, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    @Override
    public void close() throws SQLException {
        snapshot.close();
    }
}
