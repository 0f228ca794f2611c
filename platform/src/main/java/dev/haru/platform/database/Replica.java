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
 * The connection pool of the replica. It copies the primary's settings except URL and name. It connects in the
 * background, so the service starts without the replica.
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

    /**
     * A data source that uses the replica for read-only transactions and statements, and the primary for all others.
     */
    DataSource withPrimary(HikariDataSource primary) {
        HikariDataSource copy = new HikariDataSource();
        primary.copyStateTo(copy);
        copy.setDataSource(null); // a wrapper between the primary's pool and its driver would connect to the primary
        copy.setJdbcUrl(url);
        copy.setPoolName(primary.getPoolName() + "-read");
        copy.setReadOnly(true);
        // The pool fills in the background. Otherwise each request without a connection would try to open one, and all
        // other requests would wait for that attempt.
        copy.setInitializationFailTimeout(-1);
        // As a bean, so that post-processors add deadlines and timing to its connections too.
        HikariDataSource replica = (HikariDataSource) beans.initializeBean(copy, POOL);
        pool = replica;
        LazyConnectionDataSourceProxy proxy = new LazyConnectionDataSourceProxy();
        // Set explicitly; otherwise the proxy asks the primary for the defaults.
        proxy.setDefaultAutoCommit(primary.isAutoCommit());
        proxy.setDefaultTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        proxy.setTargetDataSource(primary);
        proxy.setReadOnlyDataSource(new ReplicaOrPrimary(replica, primary));
        return proxy;
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
        }
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
