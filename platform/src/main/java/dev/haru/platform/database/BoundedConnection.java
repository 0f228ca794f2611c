package dev.haru.platform.database;

import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.deadline.DeadlineExceeded;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgStatement;

/**
 * A connection that checks the deadline before each statement. If the remaining time is shorter than the server's
 * statement timeout, it shortens the timeout. Within a transaction, {@code set local} does this: one round trip, in
 * effect until the transaction ends. Outside a transaction, the driver cancels the statement. Neither way leaves a
 * changed setting in the session, which another client behind a connection pooler may use next.
 */
final class BoundedConnection implements InvocationHandler {

    private final Connection connection;
    private final long statementTimeout;

    BoundedConnection(Connection connection, long statementTimeout) {
        this.connection = connection;
        this.statementTimeout = statementTimeout;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        long timeout = makesStatement(method.getName()) ? timeout() : statementTimeout;
        if (timeout == statementTimeout) {
            return call(method, arguments);
        }
        if (connection.getAutoCommit()) {
            Object statement = call(method, arguments);
            // JDBC's own method takes seconds; this one takes milliseconds.
            ((PgStatement) Objects.requireNonNull(statement)).setQueryTimeoutMs(timeout);
            return statement;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local statement_timeout = " + timeout);
        }
        return call(method, arguments);
    }

    private @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause() == null ? failure : failure.getCause();
        }
    }

    private static boolean makesStatement(String method) {
        return switch (method) {
            case "prepareStatement", "createStatement", "prepareCall" -> true;
            default -> false;
        };
    }

    /** The timeout of the next statement in milliseconds; 0: no timeout. */
    private long timeout() {
        Deadline deadline = Deadline.current();
        if (deadline == null) {
            return statementTimeout;
        }
        if (deadline.isOver()) {
            throw new DeadlineExceeded();
        }
        long left = deadline.leftMillis();
        return statementTimeout == 0 ? left : Math.min(left, statementTimeout);
    }
}
