package dev.haru.local.chaos;

import dev.haru.local.HaruSystem;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Has PostgreSQL acknowledge a commit when it is written, as in production: make run lets it do so some moments
 * earlier, and a crash of PostgreSQL would lose those. Connections that are there already are ended, so that all begin
 * with it.
 */
final class Durability {

    private Durability() {}

    static void asInProduction(HaruSystem system) throws SQLException {
        try (Connection admin = system.connectAsAdmin();
                Statement statement = admin.createStatement()) {
            statement.execute("alter database haru set synchronous_commit = on");
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity"
                    + " where datname = 'haru' and pid <> pg_backend_pid()");
        }
    }
}
