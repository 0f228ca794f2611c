package dev.haru.auth.export;

import static dev.haru.platform.database.Instants.at;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The tables of exports, for the relay. Each method is a transaction, so that no connection is held during a call to an
 * upstream service.
 *
 * <p>Longer than 120 lines because it keeps the statements of the relay together.
 */
@Repository
class GatheringStore {

    private final JdbcClient jdbc;

    GatheringStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Leases the export that is due for longest. It skips rows that another process is taking, and exports whose next
     * section only a later version knows: a process of that version gathers them.
     */
    @Transactional
    Optional<PendingExport> take(Instant now, Instant lease) {
        return jdbc.sql("""
                        update account_export set next_attempt_at = :lease
                        where id = (
                            select id from account_export where next_attempt_at <= :now and section in (:known)
                            order by next_attempt_at limit 1 for update skip locked)
                        returning id, account_id, requested_at, section, after, parts, stored_bytes, attempts
                        """)
                .param("now", at(now))
                .param("lease", at(lease))
                .param("known", ExportSection.properties())
                .query((row, _) -> new PendingExport(
                        row.getObject("id", UUID.class),
                        row.getObject("account_id", UUID.class),
                        row.getObject("requested_at", OffsetDateTime.class).toInstant(),
                        ExportSection.of(row.getString("section")),
                        row.getObject("after", UUID.class),
                        row.getInt("parts"),
                        row.getLong("stored_bytes"),
                        row.getInt("attempts")))
                .optional();
    }

    /**
     * Stores a part and the position of the following one, or completes the archive. Returns false, and stores nothing,
     * if the account was erased, or if another process has stored this part after the lease had ended.
     *
     * @param following the end of the renewed lease
     * @param expires when a complete archive expires
     */
    @Transactional
    boolean append(PendingExport export, SealedPart part, Instant now, Instant following, Instant expires) {
        boolean complete = part.section() == null;
        int updated = jdbc.sql("""
                        update account_export set parts = parts + 1, attempts = 0, section = :section, after = :after,
                            json_bytes = json_bytes + :json, stored_bytes = stored_bytes + :stored,
                            next_attempt_at = :next, completed_at = :completed, expires_at = :expires
                        where id = :id and parts = :parts and next_attempt_at is not null
                          and exists (select 1 from account where account.id = account_id and erased_at is null)
                        """)
                .param("id", export.id())
                .param("parts", export.parts())
                .param(
                        "section",
                        Objects.requireNonNullElse(part.section(), export.section())
                                .property())
                .param("after", part.after(), Types.OTHER)
                .param("json", part.jsonBytes())
                .param("stored", part.sealed().length)
                .param("next", complete ? null : at(following), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("completed", complete ? at(now) : null, Types.TIMESTAMP_WITH_TIMEZONE)
                .param("expires", complete ? at(expires) : null, Types.TIMESTAMP_WITH_TIMEZONE)
                .update();
        if (updated == 0) {
            return false;
        }
        jdbc.sql("insert into account_export_part (export_id, position, sealed) values (?, ?, ?)")
                .params(export.id(), export.parts(), part.sealed())
                .update();
        return true;
    }

    /** Sets the time of the next attempt after a failed one. */
    @Transactional
    void defer(PendingExport export, Instant next) {
        jdbc.sql("""
                        update account_export set attempts = attempts + 1, next_attempt_at = :next
                        where id = :id and parts = :parts and next_attempt_at is not null
                        """)
                .param("id", export.id())
                .param("parts", export.parts())
                .param("next", at(next))
                .update();
    }

    /** Ends the lease before the archive is complete, so that other exports have their turn. */
    @Transactional
    void release(UUID export, Instant now) {
        jdbc.sql("update account_export set next_attempt_at = ? where id = ? and next_attempt_at is not null")
                .params(at(now), export)
                .update();
    }

    /** Gives the export up and deletes its parts. Its owner sees the failure until it expires. */
    @Transactional
    void fail(UUID export, Instant now, Instant expires) {
        int failed = jdbc.sql("""
                        update account_export set next_attempt_at = null, failed_at = :now, expires_at = :expires,
                            parts = 0, json_bytes = 0, stored_bytes = 0
                        where id = :id and next_attempt_at is not null
                        """)
                .param("id", export)
                .param("now", at(now))
                .param("expires", at(expires))
                .update();
        if (failed > 0) {
            jdbc.sql("delete from account_export_part where export_id = ?")
                    .param(export)
                    .update();
        }
    }
}
