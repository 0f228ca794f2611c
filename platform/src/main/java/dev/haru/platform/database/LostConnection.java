package dev.haru.platform.database;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.TransactionSystemException;

/** Tells a database that went away in the middle of a transaction from one that objects to what it is told. */
public final class LostConnection {

    /**
     * Connection exceptions, and a server that is ending or has crashed, as <a
     * href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL</a> calls them.
     */
    private static final String CONNECTION = "08";

    private static final String SHUTDOWN = "57P";

    /** What HikariCP says, without a state, of a connection that it has thrown away for such a failure. */
    private static final String EVICTED = "Connection is closed";

    private LostConnection() {}

    /**
     * Whether a failure comes from a connection that is gone. A rollback that fails for the same reason, and so hides
     * what came first, is looked behind.
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
