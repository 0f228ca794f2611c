package dev.haru.platform.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * The pool of connections to the replica, a copy of the primary's but for its URL and name. It connects in the
 * background from its first use on, so that the service starts without the replica.
 */
final class Replica implements AutoCloseable {

    static final String POOL = "replicaPool";

    private final String url;
    private final AutowireCapableBeanFactory beans;
    private @Nullable HikariDataSource pool;

    Replica(String url, AutowireCapableBeanFactory beans) {
        this.url = url;
        this.beans = beans;
    }

    HikariDataSource pool() {
        return Objects.requireNonNull(pool, "the primary's pool comes first");
    }

    /** Connections to the primary, but for those of read-only transactions and statements. */
    DataSource besides(HikariDataSource primary) {
        HikariDataSource copy = new HikariDataSource();
        primary.copyStateTo(copy);
        copy.setDataSource(null); // what is between the primary's pool and its driver leads to the primary
        copy.setJdbcUrl(url);
        copy.setPoolName(primary.getPoolName() + "-read");
        copy.setReadOnly(true);
        // Filled in the background: or each who asks before there is a connection would try for one, and all others
        // wait for that.
        copy.setInitializationFailTimeout(-1);
        // As a bean, so that deadlines and timing are on its connections as well.
        HikariDataSource replica = (HikariDataSource) beans.initializeBean(copy, POOL);
        pool = replica;
        LazyConnectionDataSourceProxy proxy = new LazyConnectionDataSourceProxy();
        // Said here, or it would ask the primary for them.
        proxy.setDefaultAutoCommit(primary.isAutoCommit());
        proxy.setDefaultTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        proxy.setTargetDataSource(primary);
        proxy.setReadOnlyDataSource(new UnlessFromPrimary(replica, primary));
        return proxy;
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
        }
    }

    private static final class UnlessFromPrimary extends DelegatingDataSource {

        private final DataSource primary;

        UnlessFromPrimary(DataSource replica, DataSource primary) {
            super(replica);
            this.primary = primary;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return ReplicaRouting.isFromPrimary() ? primary.getConnection() : super.getConnection();
        }
    }
}
