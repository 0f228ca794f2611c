package dev.haru.systemtests.chaos;

import dev.haru.local.HaruSystem;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The row counts of tables that must not grow without limit.
 *
 * @param tables the rows of each table that requests read or write; tables that keep a history are left out
 * @param connections the connections of the services
 */
record Rows(Map<String, Long> tables, long connections) {

    private static final List<String> HOT = List.of(
            "auth.session",
            "auth.access_token",
            "auth.refresh_token",
            "auth.outbox",
            "schedule.schedule",
            "schedule.idempotent_add");

    private static final long ROWS_TOLERANCE = 100;
    private static final long CONNECTIONS_TOLERANCE = 5;

    static Rows count(HaruSystem system) throws SQLException {
        Map<String, Long> tables = new LinkedHashMap<>();
        try (Connection connection = system.connectAsAdmin();
                Statement statement = connection.createStatement()) {
            for (String table : HOT) {
                tables.put(table, number(statement, "select count(*) from " + table));
            }
            return new Rows(
                    tables,
                    number(statement, "select count(*) from pg_stat_activity where usename like '%\\_service'"));
        }
    }

    /**
     * Returns a line for each table that has grown by more than its tolerance, and one for connections if they have
     * grown.
     */
    List<String> grownSince(Rows before) {
        List<String> grown = new ArrayList<>();
        tables.forEach((table, now) ->
                Growth.report(grown, table, before.tables.getOrDefault(table, 0L), now, ROWS_TOLERANCE, " rows"));
        if (connections > before.connections + CONNECTIONS_TOLERANCE) {
            grown.add("connections grew from %d to %d".formatted(before.connections, connections));
        }
        return grown;
    }

    String text() {
        return tables.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }

    private static long number(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
