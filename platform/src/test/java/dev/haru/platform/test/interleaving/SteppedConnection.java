package dev.haru.platform.test.interleaving;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** A connection of a participant. It pauses before each statement, and before the end of a transaction. */
final class SteppedConnection implements InvocationHandler {

    private final Connection connection;
    private final Participant participant;
    private final int backend;

    /** Whether a transaction has begun. Its end releases locks, so it is a step. */
    private boolean begun;

    private SteppedConnection(Connection connection, Participant participant) throws SQLException {
        this.connection = connection;
        this.participant = participant;
        this.backend = connection.unwrap(PGConnection.class).getBackendPID();
    }

    static Connection of(Connection connection, Participant participant) throws SQLException {
        SteppedConnection stepped = new SteppedConnection(connection, participant);
        participant.opened(stepped.backend);
        return (Connection) proxy(Connection.class, stepped);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "prepareStatement", "prepareCall" -> statement(method, arguments, textOf(arguments));
            case "createStatement" -> statement(method, arguments, null);
            case "commit", "rollback" -> end(method, arguments);
            case "close" -> close(method, arguments);
            default -> call(connection, method, arguments);
        };
    }

    private Object statement(Method method, @Nullable Object @Nullable [] arguments, @Nullable String sql)
            throws Throwable {
        Object statement = call(connection, method, arguments);
        return proxy(typeOf(statement), (proxy, called, values) -> switch (called.getName()) {
            case "equals" -> values != null && proxy == values[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> {
                if (called.getName().startsWith("execute")) {
                    begun = !connection.getAutoCommit();
                    participant.pause(sql == null ? textOf(values) : sql);
                }
                yield call(statement, called, values);
            }
        });
    }

    private @Nullable Object end(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        if (begun && arguments == null) {
            begun = false;
            participant.pause(method.getName());
        }
        return call(connection, method, arguments);
    }

    private @Nullable Object close(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        participant.closed(backend);
        return call(connection, method, arguments);
    }

    private @Nullable Object call(@Nullable Object target, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            Throwable cause = failure.getCause();
            if (cause instanceof SQLException refusal) {
                participant.refused(refusal);
            }
            throw cause == null ? failure : cause;
        }
    }

    private static Class<?> typeOf(@Nullable Object statement) {
        return switch (statement) {
            case CallableStatement _ -> CallableStatement.class;
            case PreparedStatement _ -> PreparedStatement.class;
            case null, default -> Statement.class;
        };
    }

    private static String textOf(@Nullable Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[0] instanceof String sql ? sql : "batch";
    }

    private static Object proxy(Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(SteppedConnection.class.getClassLoader(), new Class<?>[] {type}, handler);
    }
}
