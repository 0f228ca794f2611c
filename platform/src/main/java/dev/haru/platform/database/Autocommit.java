package dev.haru.platform.database;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Statements that are a transaction each, for paths where every round trip counts: PostgreSQL commits with the
 * statement's own answer, and no transaction manager is asked.
 */
public final class Autocommit extends DelegatingDataSource {

    private final boolean readOnly;

    private Autocommit(DataSource pool, boolean readOnly) {
        super(pool);
        this.readOnly = readOnly;
    }

    /** On the primary. A client whose calls within a transaction throw {@link IllegalTransactionStateException}. */
    public static JdbcClient over(DataSource pool) {
        return JdbcClient.create(new Autocommit(pool, false));
    }

    /**
     * The same for reads, which go to the replica when there is one and {@link ReplicaRouting} does not say otherwise.
     */
    public static JdbcClient reading(DataSource pool) {
        return JdbcClient.create(new Autocommit(pool, true));
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalTransactionStateException("a statement of its own would not be part of this transaction");
        }
        Connection connection = super.getConnection();
        try {
            // The pool takes both back. In this order: a pool that has just tried an idle connection has begun a
            // transaction, which the first ends and in which the second is refused.
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
