package dev.haru.auth.event;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The statements of the retention. Each is one short transaction. Event ids are UUIDv7 and therefore sort by time. */
@Repository
class EventRetentionStore {

    private final JdbcClient jdbc;

    EventRetentionStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Deletes the oldest events before this moment, at most one batch. Returns their number. */
    @Transactional
    int removeBefore(Instant moment, int batch) {
        return jdbc.sql("""
                        delete from security_event where id in (
                            select id from security_event where id < :before order by id limit :batch
                            for update skip locked)
                        """)
                .param("before", firstIdAt(moment))
                .param("batch", batch)
                .update();
    }

    /** Returns a batch of the events with greater ids, in the order of their ids. */
    @Transactional(readOnly = true)
    List<EventKey> after(UUID id, int batch) {
        return jdbc.sql("select id, account_id from security_event where id > :id order by id limit :batch")
                .param("id", id)
                .param("batch", batch)
                .query((row, _) ->
                        new EventKey(row.getObject("id", UUID.class), row.getObject("account_id", UUID.class)))
                .list();
    }

    /** Deletes events of an account except its {@code newest} newest, at most one batch. Returns their number. */
    @Transactional
    int removeSurplus(UUID accountId, int newest, int batch) {
        return jdbc.sql("""
                        delete from security_event where id in (
                            select id from security_event
                            where account_id = :account and id <= (
                                select id from security_event where account_id = :account
                                order by id desc offset :newest limit 1)
                            order by id
                            limit :batch
                            for update skip locked)
                        """)
                .param("account", accountId)
                .param("newest", newest)
                .param("batch", batch)
                .update();
    }

    /** Returns the least UUIDv7 of a millisecond (RFC 9562, section 5.7). */
    static UUID firstIdAt(Instant moment) {
        return new UUID(moment.toEpochMilli() << 16 | 0x7000, Long.MIN_VALUE);
    }

    /** An event's id and its account. */
    record EventKey(UUID id, UUID accountId) {}
}
