package dev.haru.systemtests.chaos;

import dev.haru.local.HaruSystem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Checks that acknowledged writes are durable: each account, each profile and each schedule must have its row. */
final class AcknowledgedWrites {

    private static final String REGISTRATION = "register";

    /** The outbox retries a failed delivery within this time. */
    private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(60);

    private static final long POLL_MILLIS = 250;

    private final HaruSystem system;

    AcknowledgedWrites(HaruSystem system) {
        this.system = system;
    }

    /** Returns the calls whose writes are still missing after the outbox has had time to deliver them. */
    List<Call> lostAfterDelivery(List<Call> calls) throws Exception {
        Instant end = Instant.now().plus(DELIVERY_LIMIT);
        List<Call> lost = lost(calls);
        while (!lost.isEmpty() && Instant.now().isBefore(end)) {
            Thread.sleep(POLL_MILLIS);
            lost = lost(calls);
        }
        return lost;
    }

    /** Returns the calls whose writes were acknowledged but are missing from the database. */
    private List<Call> lost(List<Call> calls) throws SQLException {
        Set<UUID> accounts = written(calls, true);
        Set<UUID> schedules = written(calls, false);
        Set<UUID> missing = new HashSet<>();
        try (Connection connection = system.connectAsAdmin()) {
            missing.addAll(missing(connection, "auth.account", accounts));
            missing.addAll(missing(connection, "member.member", accounts));
            missing.addAll(missing(connection, "schedule.schedule", schedules));
        }
        return calls.stream()
                .filter(call -> call.written().filter(missing::contains).isPresent())
                .toList();
    }

    private static Set<UUID> written(List<Call> calls, boolean accounts) {
        Set<UUID> ids = new HashSet<>();
        calls.stream()
                .filter(call -> call.name().equals(REGISTRATION) == accounts)
                .map(Call::written)
                .flatMap(Optional::stream)
                .forEach(ids::add);
        return ids;
    }

    /** Returns the ids without a row in the table. */
    static Set<UUID> missing(Connection connection, String table, Set<UUID> ids) throws SQLException {
        Set<UUID> missing = new HashSet<>(ids);
        try (PreparedStatement statement =
                connection.prepareStatement("select id from " + table + " where id = any (?)")) {
            statement.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    missing.remove(rows.getObject(1, UUID.class));
                }
            }
        }
        return missing;
    }
}
