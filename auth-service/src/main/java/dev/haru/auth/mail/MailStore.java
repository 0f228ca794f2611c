package dev.haru.auth.mail;

import static dev.haru.platform.database.Instants.at;

import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The table of mails. No method holds a connection during a delivery.
 *
 * <p>Longer than 120 lines because it keeps the statements of one table together.
 */
@Repository
class MailStore {

    private final JdbcClient jdbc;

    MailStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Writes a mail. Returns the limit that is reached, and then writes nothing; empty if the mail is written.
     * Concurrent calls for one recipient or one account wait for each other, so that the limits are exact.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<MailLimit> add(NewMail added, Instant now, MailProperties limits) {
        lock(added.recipient());
        if (added.account() != null) {
            lock(added.account());
        }
        Optional<MailLimit> reached = limits.limitsOf(added.template()).stream()
                .filter(limit -> count(added, limit, now) >= limit.mails())
                .findFirst();
        if (reached.isPresent()) {
            return reached;
        }
        MailLimit pending = limits.pendingLimitOf(added.template());
        return insert(added, pending.mails(), now) ? Optional.empty() : Optional.of(pending);
    }

    private void lock(byte[] digest) {
        jdbc.sql("select pg_advisory_xact_lock(hashtextextended(encode(?, 'hex'), 0))")
                .param(digest)
                .query()
                .singleRow();
    }

    private int count(NewMail added, MailLimit limit, Instant now) {
        String counted = switch (limit.scope()) {
            case RECIPIENT -> "recipient = :recipient";
            case RECIPIENT_AND_ACCOUNT -> "recipient = :recipient and account = :account";
            case ACCOUNT -> "account = :account";
            case OUTBOX -> throw new IllegalArgumentException("pending mails have no window");
        };
        return jdbc.sql("select count(*) from mail where template = :template and created_at > :since and " + counted)
                .param("template", added.template().code())
                .param("since", at(now.minus(limit.window())))
                .param("recipient", added.recipient())
                .param("account", added.account(), Types.BINARY)
                .query(Integer.class)
                .single();
    }

    private boolean insert(NewMail added, int maxPending, Instant now) {
        return jdbc.sql("""
                        insert into mail
                            (id, recipient, account, template, sealed, created_at, expires_at, next_attempt_at)
                        select :id, :recipient, :account, :template, :sealed, :now, :expires, :now
                        where (
                            select count(*) from (
                                select 1 from mail where next_attempt_at is not null limit :maxPending) pending)
                            < :maxPending
                        """)
                        .param("id", added.id())
                        .param("recipient", added.recipient())
                        .param("account", added.account(), Types.BINARY)
                        .param("template", added.template().code())
                        .param("sealed", added.sealed())
                        .param("now", at(now))
                        .param("expires", at(added.expiresAt()))
                        .param("maxPending", maxPending)
                        .update()
                > 0;
    }

    /** Leases due mails, those that wait longest first. It skips rows that another process is taking. */
    @Transactional
    List<PendingMail> take(int batch, Instant now, Duration lease) {
        return jdbc.sql("""
                        update mail set next_attempt_at = :lease, attempts = attempts + 1
                        where id in (
                            select id from mail where next_attempt_at <= :now
                            order by next_attempt_at limit :batch for update skip locked)
                        returning id, template, sealed, attempts, expires_at
                        """)
                .param("lease", at(now.plus(lease)))
                .param("now", at(now))
                .param("batch", batch)
                .query((row, _) -> new PendingMail(
                        row.getObject("id", UUID.class),
                        row.getString("template"),
                        row.getString("sealed"),
                        row.getInt("attempts"),
                        row.getObject("expires_at", OffsetDateTime.class).toInstant()))
                .list();
    }

    /** Ends the attempts, after the delivery or without one, and deletes the content. */
    @Transactional
    void end(UUID id) {
        jdbc.sql("update mail set sealed = null, next_attempt_at = null where id = ?")
                .param(id)
                .update();
    }

    /** Ends the attempts of all pending mails of an account. The rows remain, for the limits of their recipients. */
    @Transactional(propagation = Propagation.MANDATORY)
    void endAllOf(List<byte[]> accounts) {
        jdbc.sql("""
                        update mail set sealed = null, next_attempt_at = null
                        where account in (:accounts) and next_attempt_at is not null
                        """).param("accounts", accounts).update();
    }

    @Transactional
    void defer(UUID id, Instant nextAttempt) {
        jdbc.sql("update mail set next_attempt_at = :next where id = :id and next_attempt_at is not null")
                .param("next", at(nextAttempt))
                .param("id", id)
                .update();
    }

    /** Counts up to {@code limit} pending mails. */
    @Transactional
    Pending pending(int limit) {
        return jdbc.sql("""
                        select count(*) as waiting, min(created_at) as oldest
                        from (select created_at from mail where next_attempt_at is not null limit :limit) pending
                        """)
                .param("limit", limit)
                .query((row, _) -> {
                    OffsetDateTime oldest = row.getObject("oldest", OffsetDateTime.class);
                    return new Pending(row.getInt("waiting"), oldest == null ? null : oldest.toInstant());
                })
                .single();
    }

    /** Deletes at most {@code batch} ended mails from before {@code since}. Returns their number. */
    @Transactional
    int removeEnded(Instant since, int batch) {
        return jdbc.sql("""
                        delete from mail where id in (
                            select id from mail where created_at < :since and next_attempt_at is null
                            order by created_at limit :batch for update skip locked)
                        """).param("since", at(since)).param("batch", batch).update();
    }

    /**
     * A mail to write.
     *
     * @param recipient the digest of the address
     * @param account the digest of the account of the mail; null for recoveries, test mails and notices of erasures
     * @param sealed the encrypted mail
     */
    record NewMail(
            UUID id,
            byte[] recipient,
            byte @Nullable [] account,
            MailTemplate template,
            String sealed,
            Instant expiresAt) {}

    /**
     * The pending mails.
     *
     * @param oldest when the oldest was written; null if there is none
     */
    record Pending(int count, @Nullable Instant oldest) {}
}
