package dev.haru.platform.database;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Runs each statement as a transaction of its own (autocommit), for paths where every round trip counts. PostgreSQL
 * commits together with the result of the statement. No transaction manager takes part.
 */
public final class Autocommit extends DelegatingDataSource {

    private final boolean readOnly;

    private Autocommit(DataSource pool, boolean readOnly) {
        super(pool);
        this.readOnly = readOnly;
    }

    /** A client for the primary. Its calls throw {@link IllegalTransactionStateException} within a transaction. */
    public static JdbcClient over(DataSource pool) {
        return JdbcClient.create(new Autocommit(pool, false));
    }

    /** A client for reads. They go to the replica if there is one and {@link ReplicaRouting} permits it. */
    public static JdbcClient reading(DataSource pool) {
        return JdbcClient.create(new Autocommit(pool, true));
    }

    /**
     * Returns the client for a statement that is part of the current transaction if there is one, and otherwise a
     * transaction of its own.
     *
     * @param own a client of this class
     * @param joining a client of the transaction manager's pool
     */
    public static JdbcClient orJoining(JdbcClient own, JdbcClient joining) {
        return TransactionSynchronizationManager.isActualTransactionActive() ? joining : own;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalTransactionStateException("a statement of its own would not be part of this transaction");
        }
        Connection connection = super.getConnection();
        try {
            // The pool resets both settings when the connection returns. The order matters: a pool that has just tested
            // an idle connection has begun a transaction. The first call ends it; within it, the driver refuses the
            // second call.
            connection.setAutoCommit(true);
            if (readOnly) {
                connection.setReadOnly(true);
            }
        } catch (SQLException broken) {
            connection.close();
            throw broken;
        }
        return connection;
    }
}
