package dev.haru.platform.test;

import dev.haru.platform.port.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A PostgreSQL with the schemas of all services. The services' own migrations run in order, without Flyway. */
public final class MigratedDatabase implements AutoCloseable {

    private static final List<String> SCHEMAS = List.of("auth", "member", "schedule");

    private final EmbeddedPostgres postgres;

    private MigratedDatabase(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    /** Starts a server with empty tables. */
    public static MigratedDatabase start() throws IOException, SQLException {
        MigratedDatabase database = new MigratedDatabase(EmbeddedPostgres.builder()
                // The default of 10 s is too short for a busy machine.
                .setPGStartupWait(Duration.ofMinutes(3))
                .setPort(FreePort.next())
                .setServerConfig("fsync", "off")
                .setServerConfig("full_page_writes", "off")
                .setServerConfig("synchronous_commit", "off")
                .start());
        database.migrate();
        return database;
    }

    /** Creates all schemas again. */
    public void migrate() throws IOException, SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String schema : SCHEMAS) {
                statement.execute("drop schema if exists %1$s cascade; create schema %1$s".formatted(schema));
                statement.execute("set search_path = " + schema);
                for (Path migration : migrations(schema)) {
                    statement.execute(Files.readString(migration));
                }
            }
        }
    }

    /** Connects as the administrator. */
    public Connection connect() throws SQLException {
        return postgres.getPostgresDatabase().getConnection();
    }

    /** Returns the only column of the only row. */
    public String text(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** Returns the only column of the only row, a number, without its fraction. */
    public long number(String sql) throws SQLException {
        return new BigDecimal(text(sql)).longValue();
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }

    private static List<Path> migrations(String schema) throws IOException {
        Path directory = Path.of("..", schema + "-service", "src/main/resources/db/migration");
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted(Comparator.comparingInt(MigratedDatabase::version))
                    .toList();
        }
    }

    private static int version(Path migration) {
        String name = migration.getFileName().toString();
        return Integer.parseInt(name.substring(1, name.indexOf("__")));
    }
}
