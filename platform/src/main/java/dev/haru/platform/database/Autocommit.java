package dev.haru.platform.database;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Statements that are a transaction each, on the primary, for paths where every round trip counts: PostgreSQL commits
 * with the statement's own answer, and no transaction manager is asked.
 */
public final class Autocommit extends DelegatingDataSource {

    private Autocommit(DataSource pool) {
        super(pool);
    }

    /** A client whose calls within a transaction throw {@link IllegalTransactionStateException}. */
    public static JdbcClient over(DataSource pool) {
        return JdbcClient.create(new Autocommit(pool));
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalTransactionStateException("a statement of its own would not be part of this transaction");
        }
        Connection connection = super.getConnection();
        try {
            // The pool turns it off again; neither asks the server.
            connection.setAutoCommit(true);
        } catch (SQLException broken) {
            connection.close();
            throw broken;
        }
        return connection;
    }
}
