package dev.haru.auth.account;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes the skeleton of each account that has none, in small batches. Such an account is older than the column, or a
 * pod of the previous version wrote its nickname. If another account has claimed the same skeleton, the account keeps
 * its nickname and claims nothing. Replicas can run this at the same time.
 */
@Component
class SkeletonBackfill {

    private static final Logger log = LoggerFactory.getLogger(SkeletonBackfill.class);
    private static final int BATCH = 500;

    /** Batches of one run; the next run continues. */
    private static final int MAX_BATCHES = 100;

    private static final String PENDING = """
            select id, nickname from account where nickname_skeleton is null
            order by id limit ? for update skip locked""";

    /** The parameter {@code first} is true only for the first account with a skeleton in a batch. */
    private static final String WRITE = """
            update account set
                nickname_skeleton = pending.skeleton,
                skeleton_claimed = pending.first and not exists (
                    select 1 from account other
                    where other.nickname_skeleton = pending.skeleton and other.skeleton_claimed)
            from unnest(?::uuid[], ?::text[], ?::boolean[]) as pending (id, skeleton, first)
            where account.id = pending.id""";

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;

    SkeletonBackfill(JdbcTemplate jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
    }

    @Scheduled(
            initialDelayString = "${haru.account.skeleton-backfill.first:30s}",
            fixedDelayString = "${haru.account.skeleton-backfill.interval:1m}")
    void run() {
        try {
            int all = 0;
            int written = BATCH;
            for (int i = 0; i < MAX_BATCHES && written == BATCH; i++) {
                written = transaction.execute(_ -> writeBatch());
                all += written;
            }
            if (all > 0) {
                log.info("nickname skeletons: {} written", all);
            }
        } catch (DataAccessException | TransactionException failure) {
            // The database is unavailable, or a concurrent registration has claimed a skeleton of the batch.
            log.warn("nickname skeletons: interrupted, the next run continues: {}", failure.toString());
        }
    }

    private int writeBatch() {
        List<Pending> pending = jdbc.query(
                PENDING, (row, _) -> new Pending(row.getObject("id", UUID.class), row.getString("nickname")), BATCH);
        if (!pending.isEmpty()) {
            jdbc.execute((ConnectionCallback<Integer>) connection -> write(connection, pending));
        }
        return pending.size();
    }

    private static int write(Connection connection, List<Pending> pending) throws SQLException {
        Set<String> seen = new HashSet<>();
        String[] skeletons =
                pending.stream().map(account -> Skeleton.of(account.nickname())).toArray(String[]::new);
        Boolean[] first = new Boolean[skeletons.length];
        for (int i = 0; i < first.length; i++) {
            first[i] = seen.add(skeletons[i]);
        }
        try (PreparedStatement update = connection.prepareStatement(WRITE)) {
            update.setArray(
                    1,
                    connection.createArrayOf(
                            "uuid", pending.stream().map(Pending::id).toArray()));
            update.setArray(2, connection.createArrayOf("text", skeletons));
            update.setArray(3, connection.createArrayOf("boolean", first));
            return update.executeUpdate();
        }
    }

    private record Pending(UUID id, String nickname) {}
}
