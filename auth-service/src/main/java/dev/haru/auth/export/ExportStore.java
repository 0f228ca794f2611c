package dev.haru.auth.export;

import static dev.haru.platform.database.Instants.at;

import dev.haru.platform.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The tables of exports, for requests and downloads. {@link GatheringStore} has the statements of the relay.
 *
 * <p>Longer than 120 lines because it keeps the statements of requests together.
 */
@Repository
class ExportStore {

    private static final String COLUMNS =
            "id, requested_at, parts, json_bytes, completed_at, failed_at, expires_at from account_export ";

    private final JdbcClient jdbc;

    ExportStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Locks the account until the transaction ends, so that its other requests and its erasure wait. */
    @Transactional(propagation = Propagation.MANDATORY)
    void lock(UUID account) {
        jdbc.sql("select 1 from account where id = ? for no key update")
                .param(account)
                .query()
                .listOfRows();
    }

    /** Finds the export of the account that is being gathered. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Export> pending(UUID account) {
        return jdbc.sql("select " + COLUMNS + "where account_id = ? and next_attempt_at is not null")
                .param(account)
                .query((row, _) -> export(row))
                .optional();
    }

    /**
     * Returns when the oldest of the latest exports of an account was requested; empty if the account has requested
     * fewer than {@code count} exports since then.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Instant> oldestOfLatest(UUID account, int count, Instant since) {
        return jdbc.sql("""
                        select requested_at from account_export where account_id = :account and requested_at > :since
                        order by requested_at desc offset :others limit 1
                        """)
                .param("account", account)
                .param("since", at(since))
                .param("others", count - 1)
                .query((row, _) -> Instants.of(row, "requested_at"))
                .optional();
    }

    /** Returns the number of pending exports and the size of all parts. */
    @Transactional
    Usage usage() {
        return jdbc.sql("""
                        select count(next_attempt_at) as pending, coalesce(sum(stored_bytes), 0) as stored,
                               min(requested_at) filter (where next_attempt_at is not null) as oldest
                        from account_export
                        """)
                .query((row, _) ->
                        new Usage(row.getInt("pending"), row.getLong("stored"), Instants.orNull(row, "oldest")))
                .single();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    Export add(UUID account, Instant now) {
        Export added = new Export(UUID.randomUUID(), now.truncatedTo(ChronoUnit.MICROS), 0, 0, null, null, null);
        jdbc.sql("""
                        insert into account_export (id, account_id, requested_at, section, next_attempt_at)
                        values (:id, :account, :now, :section, :now)
                        """)
                .param("id", added.id())
                .param("account", account)
                .param("now", at(added.requestedAt()))
                .param("section", ExportSection.FIRST.property())
                .update();
        return added;
    }

    /** Finds an export of the account that has not expired. */
    @Transactional
    Optional<Export> find(UUID account, UUID id, Instant now) {
        return jdbc.sql("select " + COLUMNS + """
                        where id = :id and account_id = :account and (expires_at is null or expires_at > :now)
                        """)
                .param("id", id)
                .param("account", account)
                .param("now", at(now))
                .query((row, _) -> export(row))
                .optional();
    }

    /** Returns the encrypted part; empty if the archive was deleted. */
    @Transactional
    Optional<byte[]> part(UUID export, int position) {
        return jdbc.sql("select sealed from account_export_part where export_id = ? and position = ?")
                .params(export, position)
                .query((row, _) -> row.getBytes("sealed"))
                .optional();
    }

    /** Deletes all exports of an account. */
    @Transactional(propagation = Propagation.MANDATORY)
    void deleteAllOf(UUID account) {
        jdbc.sql("delete from account_export where account_id = ?")
                .param(account)
                .update();
    }

    /**
     * Deletes at most {@code batch} expired exports and exports of erased accounts. A pod of the previous version
     * deletes no export when it erases an account. Returns their number.
     */
    @Transactional
    int deleteExpired(Instant now, int batch) {
        return jdbc.sql("""
                        delete from account_export where id in (
                            select account_export.id from account_export join account on account.id = account_id
                            where expires_at <= :now or erased_at is not null
                            limit :batch for update of account_export skip locked)
                        """).param("now", at(now)).param("batch", batch).update();
    }

    private static Export export(ResultSet row) throws SQLException {
        return new Export(
                row.getObject("id", UUID.class),
                Instants.of(row, "requested_at"),
                row.getInt("parts"),
                row.getLong("json_bytes"),
                Instants.orNull(row, "completed_at"),
                Instants.orNull(row, "failed_at"),
                Instants.orNull(row, "expires_at"));
    }

    /**
     * The use of the tables by all accounts.
     *
     * @param pending exports that are being gathered
     * @param storedBytes size of all parts
     * @param oldest when the oldest pending export was requested; null if there is none
     */
    record Usage(int pending, long storedBytes, @Nullable Instant oldest) {

        /** Returns the age of the oldest pending export. */
        Duration lag(Instant now) {
            return oldest == null || oldest.isAfter(now) ? Duration.ZERO : Duration.between(oldest, now);
        }
    }
}
