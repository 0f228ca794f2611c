package dev.haru.platform.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * The pool of connections to the replica, a copy of the primary's but for its URL and name. It connects on first use,
 * so that the service starts without the replica.
 */
final class Replica implements AutoCloseable {

    private final String url;
    private final HikariDataSource pool = new HikariDataSource();

    Replica(String url) {
        this.url = url;
    }

    HikariDataSource pool() {
        return pool;
    }

    /** Connections to the primary, but for those of read-only transactions. */
    DataSource besides(HikariDataSource primary) {
        primary.copyStateTo(pool);
        pool.setJdbcUrl(url);
        pool.setPoolName(primary.getPoolName() + "-read");
        pool.setReadOnly(true);
        LazyConnectionDataSourceProxy proxy = new LazyConnectionDataSourceProxy();
        // Said here, or it would ask the primary for them.
        proxy.setDefaultAutoCommit(primary.isAutoCommit());
        proxy.setDefaultTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        proxy.setTargetDataSource(primary);
        proxy.setReadOnlyDataSource(new UnlessFromPrimary(pool, primary));
        return proxy;
    }

    @Override
    public void close() {
        pool.close();
    }

    private static final class UnlessFromPrimary extends DelegatingDataSource {

        private final DataSource primary;

        UnlessFromPrimary(DataSource replica, DataSource primary) {
            super(replica);
            this.primary = primary;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return Reads.isFromPrimary() ? primary.getConnection() : super.getConnection();
        }
    }
}
