package dev.haru.member.profile;

import dev.haru.platform.database.Batches;
import dev.haru.platform.email.EmailKey;
import java.util.List;
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
 * Writes the key of each e-mail address that has none, in small batches. Such a row is older than the column, or a pod
 * of the previous version wrote its address. Replicas can run this at the same time.
 */
@Component
class EmailKeyBackfill {

    private static final Logger log = LoggerFactory.getLogger(EmailKeyBackfill.class);
    private static final int BATCH = 500;

    /** Batches of one run; the next run continues. */
    private static final int MAX_BATCHES = 100;

    private static final String PENDING = """
            select id, email from member where email is not null and keyed_email is distinct from email
            order by id limit ? for update skip locked""";

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;

    EmailKeyBackfill(JdbcTemplate jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
    }

    @Scheduled(
            initialDelayString = "${haru.email-key-backfill.first:30s}",
            fixedDelayString = "${haru.email-key-backfill.interval:1m}")
    void run() {
        try {
            Batches.untilPartial(BATCH, MAX_BATCHES, size -> transaction.<Integer>execute(_ -> write(size)));
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("e-mail keys: interrupted, the next run continues: {}", unavailable.toString());
        }
    }

    private int write(int size) {
        List<Pending> pending = jdbc.query(
                PENDING, (row, _) -> new Pending(row.getObject("id", UUID.class), row.getString("email")), size);
        jdbc.batchUpdate(
                "update member set email_key = ?, keyed_email = email where id = ?",
                pending.stream()
                        .map(member -> new Object[] {EmailKey.of(member.email()), member.id()})
                        .toList());
        return pending.size();
    }

    private record Pending(UUID id, String email) {}
}
