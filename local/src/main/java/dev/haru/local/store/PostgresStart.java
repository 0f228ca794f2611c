package dev.haru.local.store;

import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.Secrets;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Starts PostgreSQL by {@code pg_ctl}, which puts the server into a separate session. A Ctrl-C in the terminal does not
 * reach the server, so the launcher can stop it last. {@code EmbeddedPostgres} also calls {@code pg_ctl}, with these
 * differences:
 *
 * <ul>
 *   <li>It ignores the exit code, and would report a failed start only after the time limit for a crash recovery.
 *   <li>It regards a directory with {@code postgresql.conf} as complete. {@code initdb} writes this file first, so a
 *       launcher that is killed during the first start would leave a directory that never starts.
 *   <li>It creates a server without passwords that does not call {@code fsync}.
 * </ul>
 *
 * <p>Longer than 120 lines because it keeps the steps of a start in their order.
 */
public final class PostgresStart {

    static final String SECRET = "postgres.admin";
    private static final String MAJOR = "18";
    private static final int LIMIT_SECONDS = 15 * 60; // pg_ctl returns early if the server ends

    private static final List<String> SETTINGS = List.of(
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=100",
            "shared_buffers=256MB",
            // A power failure loses the last commits, but does not damage the data, because fsync stays on.
            "synchronous_commit=off",
            // Nothing replicates from this server, and bulk loads write less WAL.
            "wal_level=minimal",
            "max_wal_senders=0",
            "timezone=UTC",
            "log_timezone=UTC");

    private final PostgresBinaries binaries;
    private final RunDirectory directory;
    private final int port;
    private final Secrets secrets;
    private final Path data;
    private final Path complete;

    public PostgresStart(StoreBinaries binaries, RunDirectory directory, int port, Secrets secrets) {
        this.binaries = binaries.postgres();
        this.directory = directory;
        this.port = port;
        this.secrets = secrets;
        this.data = PostgresStore.dataDirectory(directory);
        this.complete = data.resolve("haru.complete");
    }

    /** Returns when the server accepts connections and the services' database exists. */
    public PostgresStore start() {
        Path log = directory.freshLog("postgres");
        try {
            if (Files.exists(complete)) {
                checkKeptData();
            } else {
                RunDirectory.deleteTree(data);
                initialise(log);
            }
            new PostmasterFile(data).deleteOfDead();
            String options = "-p " + port + " -c " + String.join(" -c ", SETTINGS);
            String limit = Integer.toString(LIMIT_SECONDS);
            run(binaries.command("pg_ctl", "start", "-w", "-t", limit, "-D", data.toString(), "-o", options), log);
            createDatabase();
            Files.writeString(complete, "");
            ProcessHandle server = new PostmasterFile(data)
                    .server()
                    .orElseThrow(() -> PartFailed.of("PostgreSQL", "ended early", log));
            return new PostgresStore(server, log, port, secrets.get(SECRET));
        } catch (IOException | SQLException e) {
            throw PartFailed.of("PostgreSQL", "did not start (" + e.getMessage() + ")", log);
        }
    }

    private void checkKeptData() throws IOException {
        String major = Files.readString(data.resolve("PG_VERSION")).strip();
        if (!MAJOR.equals(major)) {
            throw new Refusal("PostgreSQL %s wrote the data, this is PostgreSQL %s. Delete the data: make clean DATA=1."
                    .formatted(major, MAJOR));
        }
        if (!secrets.has(SECRET)) {
            throw new Refusal("The passwords of the kept data are missing (%s). Delete the data: make clean DATA=1."
                    .formatted(directory.secrets()));
        }
    }

    private void initialise(Path log) throws IOException {
        Path password = directory.postgres().resolve("password");
        Files.deleteIfExists(password);
        Files.createFile(password, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(password, secrets.get(SECRET) + "\n");
        try {
            run(
                    binaries.command(
                            "initdb",
                            "--pgdata=" + data,
                            "--username=" + PostgresStore.ADMIN,
                            "--pwfile=" + password,
                            "--auth-local=reject",
                            "--auth-host=scram-sha-256",
                            "--encoding=UTF8",
                            // The same sort order of text on every machine, whatever its locale.
                            "--locale=C",
                            "--locale-provider=builtin",
                            "--builtin-locale=C.UTF-8"),
                    log);
        } finally {
            Files.delete(password);
        }
    }

    private static void run(List<String> command, Path log) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()))
                .start();
        try {
            if (process.waitFor() != 0) {
                throw failed(log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroy();
            throw PartFailed.of("PostgreSQL", "was interrupted while starting", log);
        }
    }

    private static RuntimeException failed(Path log) throws IOException {
        if (Files.readString(log).contains("cannot be run as root")) {
            return new Refusal("PostgreSQL does not run as root, and root cannot give up its rights with `unshare -U` "
                    + "here. Run make as another user.");
        }
        return PartFailed.of("PostgreSQL", "did not start", log);
    }

    private void createDatabase() throws SQLException {
        String exists = "select from pg_database where datname = '" + PostgresStore.DATABASE + "'";
        try (Connection connection = DriverManager.getConnection(
                        PostgresStore.url(port, "postgres"), PostgresStore.ADMIN, secrets.get(SECRET));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(exists)) {
            if (!rows.next()) {
                statement.execute("create database " + PostgresStore.DATABASE);
            }
        }
    }
}
