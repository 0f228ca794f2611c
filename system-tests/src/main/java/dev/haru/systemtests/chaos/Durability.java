package dev.haru.systemtests.chaos;

import dev.haru.local.HaruSystem;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Sets {@code synchronous_commit} to {@code on}, as in production: PostgreSQL then acknowledges a commit only after the
 * write. {@code make run} acknowledges a commit some moments earlier, and a crash of PostgreSQL would lose these
 * commits. Existing connections are closed, so that all connections use the new setting.
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
