package dev.haru.platform.database;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.TransactionSystemException;

/** Distinguishes a lost connection to the database from an error that the database reports about a statement. */
public final class LostConnection {

    /**
     * <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL's error codes</a> for
     * connection exceptions, and for a server that shuts down or has crashed.
     */
    private static final String CONNECTION = "08";

    private static final String SHUTDOWN = "57P";

    /** HikariCP's message, without an error code, for a connection that it has evicted after such a failure. */
    private static final String EVICTED = "Connection is closed";

    private LostConnection() {}

    /**
     * Whether a lost connection caused the failure. A rollback that fails for the same reason hides the first
     * exception, so the method also examines that one.
     */
    public static boolean isShownBy(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            boolean shown = switch (cause) {
                case DataAccessResourceFailureException _ -> true;
                case SQLException sql -> isOfConnection(sql);
                case TransactionSystemException rollback -> isShownBy(rollback.getApplicationException());
                default -> false;
            };
            if (shown) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfConnection(SQLException failure) {
        String state = failure.getSQLState();
        return state == null
                ? EVICTED.equals(failure.getMessage())
                : state.startsWith(CONNECTION) || state.startsWith(SHUTDOWN);
    }
}
