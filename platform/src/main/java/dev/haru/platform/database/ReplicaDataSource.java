package dev.haru.platform.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * Uses the replica for read-only transactions and statements, and the primary for all others. It takes a connection at
 * the first statement, because only then it is known whether the transaction is read-only.
 */
final class ReplicaDataSource extends LazyConnectionDataSourceProxy implements AutoCloseable {

    private final HikariDataSource primary;
    private final HikariDataSource replica;

    ReplicaDataSource(HikariDataSource primary, HikariDataSource replica) {
        this.primary = primary;
        this.replica = replica;
        // Set explicitly; otherwise the proxy reads the defaults from a connection to the primary.
        setDefaultAutoCommit(primary.isAutoCommit());
        setDefaultTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        setTargetDataSource(primary);
        setReadOnlyDataSource(new ReplicaOrPrimary(replica, primary));
    }

    /** The pool of the replica, for its metrics and its health. */
    HikariDataSource replica() {
        return replica;
    }

    @Override
    public void close() {
        replica.close();
        primary.close();
    }

    private static final class ReplicaOrPrimary extends DelegatingDataSource {

        private final DataSource primary;

        ReplicaOrPrimary(DataSource replica, DataSource primary) {
            super(replica);
            this.primary = primary;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return ReplicaRouting.isFromPrimary() ? primary.getConnection() : super.getConnection();
        }
    }
}
