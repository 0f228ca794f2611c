package dev.haru.local.store;

import dev.haru.local.process.Part;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Processes;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.Secrets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * PostgreSQL 18 with a data directory that stays between runs.
 *
 * <p>Longer than 120 lines because the start, the check and the stop share one process.
 */
public final class PostgresStore implements Part {

    public static final String NAME = "PostgreSQL";

    static final String DATABASE = "haru";
    static final String ADMIN = "postgres";

    private final ProcessHandle postmaster;
    private final Path log;
    private final int port;
    private final String password;

    PostgresStore(ProcessHandle postmaster, Path log, int port, String password) {
        this.postmaster = postmaster;
        this.log = log;
        this.port = port;
        this.password = password;
    }

    /** Stops a server that an earlier run left on this directory. Returns whether there was one. */
    public static boolean stopLeftover(RunDirectory directory) {
        return new PostmasterFile(dataDirectory(directory))
                .server()
                .map(PostgresStore::stop)
                .orElse(false);
    }

    public String url() {
        return url(port, DATABASE);
    }

    /** Connects to the services' database as the administrator. */
    public Connection connect() throws SQLException {
        return connect(DATABASE);
    }

    /** Connects to another database as the administrator. */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(url(port, database), ADMIN, password);
    }

    /** Creates an empty database. Drops an existing database of that name first. */
    public void recreate(String database) throws SQLException {
        drop(database);
        execute("create database " + database);
    }

    /** Drops a database if it exists, and ends the connections to it. */
    public void drop(String database) throws SQLException {
        execute("drop database if exists " + database + " with (force)");
    }

    private void execute(String statement) throws SQLException {
        try (Connection admin = connect();
                Statement ddl = admin.createStatement()) {
            ddl.execute(statement);
        }
    }

    /** Connects as the administrator to a server that another process has started on this port. */
    public static Connection connect(int port, Secrets secrets) throws SQLException {
        if (!secrets.has(PostgresStart.SECRET)) {
            throw new SQLException("there is no data yet");
        }
        return DriverManager.getConnection(url(port), ADMIN, secrets.get(PostgresStart.SECRET));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isAlive() {
        return Processes.isAlive(postmaster);
    }

    @Override
    public ProcessHandle process() {
        return postmaster;
    }

    @Override
    public PartFailed failure() {
        return PartFailed.of(NAME, "died", log);
    }

    @Override
    public void stop() {
        stop(postmaster);
    }

    /** The JDBC URL of the services' database. */
    public static String url(int port) {
        return url(port, DATABASE);
    }

    static Path dataDirectory(RunDirectory directory) {
        return directory.postgres().resolve("data");
    }

    /** The JDBC URL of another database. */
    public static String url(int port, String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /**
     * INT is PostgreSQL's fast shutdown, QUIT its immediate shutdown. TERM would wait for clients.
     * {@code EmbeddedPostgres} leaves a server running that has not ended after five seconds.
     */
    private static boolean stop(ProcessHandle postmaster) {
        Processes.signal(postmaster, "INT");
        if (!Processes.awaitEnd(postmaster, Processes.GRACE)) {
            Processes.signal(postmaster, "QUIT");
        }
        Processes.stop(postmaster, Duration.ofSeconds(2));
        return true;
    }
}
