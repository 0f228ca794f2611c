package dev.haru.platform.deadline;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.DriverDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * The driver's connections, which refuse to begin a statement after the deadline. It wraps the driver and not the pool.
 * So each connection has one proxy for its whole life, and the pool remains a HikariDataSource for other components.
 */
final class BoundedDataSource extends DelegatingDataSource {

    private BoundedDataSource(DataSource driver) {
        super(driver);
    }

    /** Wraps the driver of a pool that has not started. A pool that already has a data source keeps it. */
    static void under(HikariDataSource pool) {
        if (pool.getDataSource() == null && pool.getJdbcUrl() != null) {
            pool.setDataSource(new BoundedDataSource(new DriverDataSource(
                    pool.getJdbcUrl(),
                    pool.getDriverClassName(),
                    pool.getDataSourceProperties(),
                    pool.getUsername(),
                    pool.getPassword())));
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        return bounded(super.getConnection());
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return bounded(super.getConnection(username, password));
    }

    private static Connection bounded(Connection connection) throws SQLException {
        return (Connection) Proxy.newProxyInstance(
                BoundedDataSource.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new BoundedConnection(connection, statementTimeout(connection)));
    }

    /** The server's statement timeout in milliseconds; 0: no timeout. Read once for each connection. */
    private static long statementTimeout(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet setting = statement.executeQuery(
                        "select cast(setting as bigint) from pg_settings where name = 'statement_timeout'")) {
            setting.next();
            return setting.getLong(1);
        }
    }
}
