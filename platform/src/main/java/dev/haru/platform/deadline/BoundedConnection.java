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
 * statement anyway does it spend a round trip on a shorter grant, which ends with the transaction; without one, the
 * next statement's grant takes its place.
 */
final class BoundedConnection implements InvocationHandler {

    private final Connection connection;
    private final long statementTimeout;

    /** What a statement is granted now unless its transaction says otherwise. */
    private long sessionTimeout;

    BoundedConnection(Connection connection, long statementTimeout) {
        this.connection = connection;
        this.statementTimeout = statementTimeout;
        this.sessionTimeout = statementTimeout;
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
        if (deadline != null && deadline.isOver()) {
            throw new DeadlineExceeded();
        }
        long grant = deadline == null ? statementTimeout : grant(deadline.leftMillis());
        if (grant == sessionTimeout) {
            return;
        }
        boolean alone = connection.getAutoCommit();
        try (Statement statement = connection.createStatement()) {
            statement.execute((alone ? "set" : "set local") + " statement_timeout = " + grant);
        }
        if (alone) {
            sessionTimeout = grant;
        }
    }

    private long grant(long left) {
        return statementTimeout == 0 ? left : Math.min(left, statementTimeout);
    }
}
