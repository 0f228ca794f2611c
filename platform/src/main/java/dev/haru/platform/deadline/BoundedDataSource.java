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
 * The driver's connections, which begin no statement once the deadline is over. Under the pool and not over it, so that
 * one proxy lives as long as its connection and the pool stays what others take it for.
 */
final class BoundedDataSource extends DelegatingDataSource {

    private BoundedDataSource(DataSource driver) {
        super(driver);
    }

    /** Puts itself between a pool that has not started yet and the driver; a pool with a data source keeps that. */
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

    /** What the server grants each statement, in milliseconds; 0 for any time. Asked once for each connection. */
    private static long statementTimeout(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet setting = statement.executeQuery(
                        "select cast(setting as bigint) from pg_settings where name = 'statement_timeout'")) {
            setting.next();
            return setting.getLong(1);
        }
    }
}
