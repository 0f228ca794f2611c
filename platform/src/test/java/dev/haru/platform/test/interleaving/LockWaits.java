package dev.haru.platform.test.interleaving;

import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads from the server which participants wait for a lock that another participant has, or waits for. */
final class LockWaits implements AutoCloseable {

    private final Connection connection;
    private final PreparedStatement query;

    LockWaits() throws SQLException {
        this.connection = EmbeddedDatabase.admin();
        this.query = connection.prepareStatement(
                "select pid from unnest(?) as pid where pg_blocking_pids(pid) && cast(? as integer[])");
    }

    /** Returns those of the candidates that wait. */
    Set<Participant> waiting(Set<Participant> candidates, Collection<Participant> all) throws SQLException {
        query.setArray(1, backends(candidates));
        query.setArray(2, backends(all));
        Set<Integer> blocked = new HashSet<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                blocked.add(rows.getInt(1));
            }
        }
        return candidates.stream()
                .filter(candidate -> candidate.backends().stream().anyMatch(blocked::contains))
                .collect(Collectors.toSet());
    }

    private Array backends(Collection<Participant> participants) throws SQLException {
        return connection.createArrayOf(
                "integer",
                participants.stream()
                        .flatMap(participant -> participant.backends().stream())
                        .toArray());
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
