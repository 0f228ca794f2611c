package dev.haru.platform.deadline;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A connection that looks at the deadline before each statement. Only when less is left than the server grants a
 * statement anyway does it spend a round trip on a shorter grant, which ends with the transaction.
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
        if (makesStatement(method.getName())) {
            bound();
        }
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

    private void bound() throws SQLException {
        Deadline deadline = Deadline.current();
        if (deadline == null) {
            return;
        }
        if (deadline.isOver()) {
            throw new DeadlineExceeded();
        }
        long left = deadline.leftMillis();
        if ((statementTimeout == 0 || left < statementTimeout) && !connection.getAutoCommit()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("set local statement_timeout = " + left);
            }
        }
    }
}
