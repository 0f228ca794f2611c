package dev.haru.platform.database;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Connections that refuse to begin a statement after the deadline. */
final class BoundedDataSource extends DelegatingDataSource {

    BoundedDataSource(DataSource driver) {
        super(driver);
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
