package dev.haru.platform.deadline;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgStatement;

/**
 * A connection that looks at the deadline before each statement. Only when less is left than the server grants a
 * statement anyway is it granted less: within a transaction by the server, for a round trip and until the transaction
 * ends; a statement of its own by the driver, which cancels it, so that nothing is left behind in the session, nor in
 * that of another client behind a pooler.
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
        long grant = makesStatement(method.getName()) ? grant() : statementTimeout;
        if (grant == statementTimeout) {
            return call(method, arguments);
        }
        if (connection.getAutoCommit()) {
            Object statement = call(method, arguments);
            // In milliseconds, which JDBC's own method has not.
            ((PgStatement) Objects.requireNonNull(statement)).setQueryTimeoutMs(grant);
            return statement;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local statement_timeout = " + grant);
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

    /** What the next statement is granted, in milliseconds; 0 for any time. */
    private long grant() {
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
