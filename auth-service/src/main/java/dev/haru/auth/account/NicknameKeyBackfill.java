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
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes the folded nickname of each account that has none, with its skeleton, in small batches. Such an account is
 * older than the column, or a pod of the previous version wrote its nickname. If another account has the same folded
 * nickname, the account gets none: it keeps its nickname, and its previous key finds it. Replicas can run this at the
 * same time.
 */
@Component
class NicknameKeyBackfill {

    private static final Logger log = LoggerFactory.getLogger(NicknameKeyBackfill.class);
    private static final int BATCH = 500;

    /** Batches of one run; the next run continues. */
    private static final int MAX_BATCHES = 100;

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private static final String PENDING = """
            select id, nickname from account where nickname_folded is null and id > ?
            order by id limit ? for update skip locked""";

    /** The parameters {@code first…} are true only for the first account with this value in a batch. */
    private static final String WRITE = """
            update account set
                nickname_folded = case when pending.first_folded and not exists (
                    select 1 from account other where other.nickname_folded = pending.folded) then pending.folded end,
                nickname_skeleton = pending.skeleton,
                skeleton_claimed = case when nickname_skeleton = pending.skeleton then skeleton_claimed
                    else pending.first_skeleton and not exists (
                        select 1 from account other
                        where other.nickname_skeleton = pending.skeleton and other.skeleton_claimed) end
            from unnest(?::uuid[], ?::text[], ?::boolean[], ?::text[], ?::boolean[])
                as pending (id, folded, first_folded, skeleton, first_skeleton)
            where account.id = pending.id""";

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;

    NicknameKeyBackfill(JdbcTemplate jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
    }

    @Scheduled(
            initialDelayString = "${haru.account.nickname-key-backfill.first:30s}",
            fixedDelayString = "${haru.account.nickname-key-backfill.interval:1m}")
    void run() {
        try {
            List<Pending> written = writeAfter(BEFORE_ALL);
            for (int i = 1; i < MAX_BATCHES && written.size() == BATCH; i++) {
                written = writeAfter(written.getLast().id());
            }
        } catch (DataAccessException | TransactionException failure) {
            // The database is unavailable, or a concurrent registration has taken a key of the batch.
            log.warn("folded nicknames: interrupted, the next run continues: {}", failure.toString());
        }
    }

    /** An account that gets no folded nickname stays pending, so the next batch begins after this one. */
    private List<Pending> writeAfter(UUID id) {
        return transaction.execute(_ -> {
            List<Pending> pending = jdbc.query(
                    PENDING,
                    (row, _) -> Pending.of(row.getObject("id", UUID.class), row.getString("nickname")),
                    id,
                    BATCH);
            if (!pending.isEmpty()) {
                jdbc.update(connection -> statement(connection, pending));
            }
            return pending;
        });
    }

    private static PreparedStatement statement(Connection connection, List<Pending> pending) throws SQLException {
        List<String> folded = pending.stream().map(Pending::folded).toList();
        List<String> skeletons = pending.stream().map(Pending::skeleton).toList();
        Object[] ids = pending.stream().map(Pending::id).toArray();
        PreparedStatement update = connection.prepareStatement(WRITE);
        update.setArray(1, connection.createArrayOf("uuid", ids));
        update.setArray(2, connection.createArrayOf("text", folded.toArray()));
        update.setArray(3, connection.createArrayOf("boolean", first(folded)));
        update.setArray(4, connection.createArrayOf("text", skeletons.toArray()));
        update.setArray(5, connection.createArrayOf("boolean", first(skeletons)));
        return update;
    }

    private static Boolean[] first(List<String> texts) {
        Set<String> seen = new HashSet<>();
        return texts.stream().map(seen::add).toArray(Boolean[]::new);
    }

    private record Pending(UUID id, String folded, String skeleton) {

        static Pending of(UUID id, String nickname) {
            return new Pending(id, Nickname.folded(nickname), Skeleton.of(nickname));
        }
    }
}
