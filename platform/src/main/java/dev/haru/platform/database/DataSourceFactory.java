package dev.haru.platform.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.DriverDataSource;
import javax.sql.DataSource;

/**
 * Assembles the data source of a service. Its layers, from the outside in:
 *
 * <ol>
 *   <li>{@link ReplicaDataSource}, only with a replica: chooses one of two pools for each transaction, so it is above
 *       the pools.
 *   <li>{@link TimedPool}: measures the wait for a connection. It extends HikariCP's pool instead of wrapping it, so
 *       that metrics and health checks find the pool.
 *   <li>{@link BoundedDataSource}: stops statements at the deadline. It is below the pool, so that each connection has
 *       one proxy for its whole life.
 *   <li>{@link DriverDataSource}: opens connections with PostgreSQL's driver.
 *   <li>{@link TimedSockets}: measures the wait for responses. It is below the driver, because the driver also waits in
 *       commits and rollbacks.
 * </ol>
 */
final class DataSourceFactory {

    private final HikariConfig settings;
    private final String replicaUrl;
    private final FirstConnection firstConnection;

    /**
     * @param settings the settings of both pools, with the URL of the primary
     * @param replicaUrl the URL of the replica; empty: no replica
     */
    DataSourceFactory(HikariConfig settings, String replicaUrl, FirstConnection firstConnection) {
        this.settings = settings;
        this.replicaUrl = replicaUrl;
        this.firstConnection = firstConnection;
    }

    /** Creates a data source whose primary is connected. Closing it closes the pools. */
    DataSource create() {
        HikariDataSource primary = pool(settings);
        firstConnection.open(primary);
        return replicaUrl.isBlank() ? primary : new ReplicaDataSource(primary, pool(replicaSettings(primary)));
    }

    private static HikariDataSource pool(HikariConfig settings) {
        settings.addDataSourceProperty("socketFactory", TimedSockets.class.getName());
        return new TimedPool(settings, new BoundedDataSource(driver(settings)));
    }

    private HikariConfig replicaSettings(HikariConfig primary) {
        HikariConfig replica = new HikariConfig();
        primary.copyStateTo(replica);
        replica.setJdbcUrl(replicaUrl);
        replica.setPoolName(primary.getPoolName() + "-read");
        replica.setReadOnly(true);
        // The pool fills in the background, so the service starts without the replica. Otherwise each request without a
        // connection would try to open one, and all other requests would wait for that attempt.
        replica.setInitializationFailTimeout(-1);
        return replica;
    }

    /** The connections of PostgreSQL's driver, without a pool. */
    static DataSource driver(HikariConfig settings) {
        return new DriverDataSource(
                settings.getJdbcUrl(),
                settings.getDriverClassName(),
                settings.getDataSourceProperties(),
                settings.getUsername(),
                settings.getPassword());
    }
}
