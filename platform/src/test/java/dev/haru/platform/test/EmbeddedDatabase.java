package dev.haru.platform.test;

import com.zaxxer.hikari.HikariDataSource;
import dev.haru.platform.database.DatabaseBootstrap;
import dev.haru.platform.port.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The PostgreSQL server of the tests. It starts on first use with all schemas and users, and stops with the JVM. */
public final class EmbeddedDatabase {

    /** The password and secret of all tests. */
    public static final String SECRET = "only-for-tests-0123456789";

    private static final String SHARED = "haru";

    /** More than the statements of a test that wait for locks at the same time. */
    private static final int MAXIMUM_CONNECTIONS = 20;

    private static final Duration CONNECTION_LIMIT = Duration.ofMinutes(5);

    private static final EmbeddedPostgres POSTGRES = start();

    private static final Map<String, JdbcClient> CLIENTS = new ConcurrentHashMap<>();

    private EmbeddedDatabase() {}

    /** A connection as administrator, for assertions from outside the service. */
    public static Connection admin() throws SQLException {
        return POSTGRES.getDatabase("postgres", SHARED).getConnection();
    }

    /** A client for a schema as administrator; each statement is a transaction of its own. */
    public static JdbcClient jdbc(String schema) {
        return CLIENTS.computeIfAbsent(schema, name -> client(POSTGRES, name));
    }

    /** The JDBC URL of the database, without user. */
    public static String url() {
        return urlOf(POSTGRES, SHARED);
    }

    /** The JDBC URL of an empty database with all schemas, without user. Drops the database of the previous call. */
    static String emptyUrl() {
        String name = "empty";
        try {
            execute(POSTGRES, "drop database if exists %s with (force)".formatted(name));
            createDatabase(POSTGRES, name);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        return urlOf(POSTGRES, name);
    }

    /** The JDBC URL of a second server, for tests that check which server receives a query. It replicates nothing. */
    public static String standbyUrl() {
        return urlOf(Standby.POSTGRES, SHARED);
    }

    /** A client for a schema on the second server as administrator. */
    public static JdbcClient standbyJdbc(String schema) {
        return Standby.CLIENTS.computeIfAbsent(schema, name -> client(Standby.POSTGRES, name));
    }

    /** A pool of one connection, like a service's, not yet started. The caller closes it. */
    public static HikariDataSource pool() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url());
        pool.setUsername("auth_service");
        pool.setPassword(SECRET);
        pool.setMaximumPoolSize(1);
        return pool;
    }

    /**
     * Keeps connections, because a new one takes longer than most statements. No statement is prepared on the server: a
     * test may change a table between two executions.
     */
    private static JdbcClient client(EmbeddedPostgres postgres, String schema) {
        HikariDataSource pool = new HikariDataSource();
        pool.setDataSource(
                postgres.getDatabase("postgres", SHARED, Map.of("currentSchema", schema, "prepareThreshold", "0")));
        pool.setPoolName("tests of " + schema);
        pool.setMinimumIdle(0);
        pool.setMaximumPoolSize(MAXIMUM_CONNECTIONS);
        pool.setConnectionTimeout(CONNECTION_LIMIT.toMillis());
        return JdbcClient.create(pool);
    }

    private static String urlOf(EmbeddedPostgres postgres, String database) {
        return "jdbc:postgresql://localhost:%d/%s".formatted(postgres.getPort(), database);
    }

    private static EmbeddedPostgres start() {
        try {
            EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                    // The default of 10 s is too short for a busy machine.
                    .setPGStartupWait(Duration.ofMinutes(3))
                    .setPort(FreePort.next())
                    .setServerConfig("fsync", "off")
                    .setServerConfig("full_page_writes", "off")
                    .setServerConfig("synchronous_commit", "off")
                    .start();
            createDatabase(postgres, SHARED);
            return postgres;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void createDatabase(EmbeddedPostgres postgres, String name) throws SQLException {
        execute(postgres, "create database " + name);
        try (Connection connection = postgres.getDatabase("postgres", name).getConnection()) {
            DatabaseBootstrap.run(connection, Map.of("auth", SECRET, "member", SECRET, "schedule", SECRET));
        }
    }

    private static void execute(EmbeddedPostgres postgres, String sql) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static final class Standby {
        static final EmbeddedPostgres POSTGRES = start();
        static final Map<String, JdbcClient> CLIENTS = new ConcurrentHashMap<>();
    }
}
