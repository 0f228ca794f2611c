package dev.haru.systemtests.catalogue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Drops the indexes that do not belong to a constraint, and creates them again on {@link #close}. Keys of these indexes
 * arrive in random order, so one build at the end is faster than an update for each row.
 */
final class WithoutIndexes implements AutoCloseable {

    private final Connection admin;
    private final Map<String, String> definitions;

    private WithoutIndexes(Connection admin, Map<String, String> definitions) {
        this.admin = admin;
        this.definitions = definitions;
    }

    /** Drops the indexes of these tables of the schema {@code schedule}. */
    static WithoutIndexes of(Connection admin, String... tables) throws SQLException {
        Map<String, String> definitions = new LinkedHashMap<>();
        try (PreparedStatement indexes = admin.prepareStatement("""
                select indexname, indexdef from pg_indexes
                where schemaname = 'schedule' and tablename = any (?)
                  and indexname not in (select conname from pg_constraint where contype in ('p', 'u'))""")) {
            indexes.setArray(1, admin.createArrayOf("text", tables));
            try (ResultSet rows = indexes.executeQuery()) {
                while (rows.next()) {
                    definitions.put(rows.getString("indexname"), rows.getString("indexdef"));
                }
            }
        }
        try (Statement statement = admin.createStatement()) {
            for (String index : definitions.keySet()) {
                statement.execute("drop index schedule." + index);
            }
        }
        return new WithoutIndexes(admin, definitions);
    }

    /** Creates the indexes again in the same transaction. If it fails, the rollback also restores the indexes. */
    @Override
    public void close() throws SQLException {
        try (Statement statement = admin.createStatement()) {
            statement.execute("set local maintenance_work_mem = '256MB'");
            for (String definition : definitions.values()) {
                statement.execute(definition);
            }
        }
    }
}
