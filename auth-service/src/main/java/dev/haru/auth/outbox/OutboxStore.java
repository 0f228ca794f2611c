package dev.haru.auth.outbox;

import static dev.haru.platform.database.Instants.at;

import dev.haru.platform.trace.Spans;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/**
 * The outbox table. Each method runs at most one statement, so that no connection is held during a delivery.
 *
 * <p>Longer than 120 lines because it keeps the statements of one table together.
 */
@Repository
class OutboxStore {

    private final JdbcClient jdbc;
    private final JsonMapper json;

    OutboxStore(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** Writes a message. The relay takes it only after the head start. */
    @Transactional(propagation = Propagation.MANDATORY)
    PublishedMessage add(UUID accountId, OutboxMessage message, Instant now, Duration headStart) {
        String trace = Spans.origin();
        long id = jdbc.sql("""
                        insert into outbox (account_id, payload, created_at, next_attempt_at, trace_parent)
                        values (:account, cast(:payload as jsonb), :now, :next, :trace)
                        returning id
                        """)
                .param("account", accountId)
                .param("payload", json.writerFor(OutboxMessage.class).writeValueAsString(message))
                .param("now", at(now))
                .param("next", at(now.plus(headStart)))
                .param("trace", trace)
                .query(Long.class)
                .single();
        return new PublishedMessage(id, accountId, message, 0, trace);
    }

    /**
     * Leases due messages, the oldest first. A message waits for the older messages of its account, so that changes
     * arrive in order. An older end of a feed delays no message: it is due later, and names the creations that it ends.
     * The statement skips rows that another replica is taking, and kinds of a later version.
     *
     * @param kinds the kinds of messages to take; not empty
     */
    @Transactional
    List<PublishedMessage> take(int batch, Set<String> kinds, Instant now, Duration lease) {
        // An update returns its rows in no order, so a query around it sorts them.
        return jdbc.sql("""
                        with taken as (
                            update outbox set next_attempt_at = :lease
                            where id in (
                                select id from outbox due
                                where next_attempt_at <= :now and payload ->> 'kind' in (:kinds)
                                  and not exists (
                                      select 1 from outbox older
                                      where older.account_id = due.account_id and older.id < due.id
                                          and older.payload ->> 'kind' <> 'feed-ended')
                                order by id
                                limit :batch
                                for update skip locked)
                            returning id, account_id, payload, refusals, trace_parent)
                        select * from taken order by id
                        """)
                .param("lease", at(now.plus(lease)))
                .param("now", at(now))
                .param("batch", batch)
                .param("kinds", kinds)
                .query((row, _) -> new PublishedMessage(
                        row.getLong("id"),
                        row.getObject("account_id", UUID.class),
                        json.readValue(row.getString("payload"), OutboxMessage.class),
                        row.getInt("refusals"),
                        row.getString("trace_parent")))
                .list();
    }

    /** Counts up to 1,000 messages. The bound keeps this frequent statement cheap when many messages are pending. */
    @Transactional
    PendingMessages pending() {
        return jdbc.sql("""
                        select count(*) as waiting, min(created_at) as oldest
                        from (select created_at from outbox order by id limit 1000) first
                        """)
                .query((row, _) -> {
                    OffsetDateTime oldest = row.getObject("oldest", OffsetDateTime.class);
                    return new PendingMessages(row.getInt("waiting"), oldest == null ? null : oldest.toInstant());
                })
                .single();
    }

    /**
     * Returns messages of unknown kinds, then those that an attempt has failed for, the most failures first. Reads the
     * 1,000 oldest messages.
     */
    @Transactional
    List<FailingMessage> failing(Set<String> knownKinds, int limit) {
        return jdbc.sql("""
                        select id, payload ->> 'kind' as kind, refusals, payload ->> 'kind' in (:kinds) as known
                        from (select id, payload, refusals from outbox order by id limit 1000) first
                        where refusals > 0 or payload ->> 'kind' not in (:kinds)
                        order by known, refusals desc, id
                        limit :limit
                        """)
                .param("kinds", knownKinds)
                .param("limit", limit)
                .query((row, _) -> new FailingMessage(
                        row.getLong("id"), row.getString("kind"), row.getBoolean("known"), row.getInt("refusals")))
                .list();
    }

    @Transactional
    void delivered(long id) {
        jdbc.sql("delete from outbox where id = :id").param("id", id).update();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    void deleteAllOf(UUID accountId) {
        jdbc.sql("delete from outbox where account_id = :account")
                .param("account", accountId)
                .update();
    }

    /** Ends the pauses of messages of these kinds after failed attempts. */
    @Transactional
    void resume(Set<String> kinds, Instant now) {
        jdbc.sql("""
                        update outbox set next_attempt_at = :now
                        where refusals > 0 and next_attempt_at > :now and payload ->> 'kind' in (:kinds)
                        """).param("now", at(now)).param("kinds", kinds).update();
    }

    /** Ends the leases of these messages, so that the next round can take them. */
    @Transactional
    void release(Collection<Long> ids, Instant now) {
        if (!ids.isEmpty()) {
            jdbc.sql("update outbox set next_attempt_at = :now where id in (:ids)")
                    .param("now", at(now))
                    .param("ids", ids)
                    .update();
        }
    }

    /** Counts a failed attempt. The column {@code refusals} has the name that pods of the previous release use. */
    @Transactional
    void failed(long id, Instant nextAttempt) {
        jdbc.sql("update outbox set refusals = refusals + 1, next_attempt_at = :next where id = :id")
                .param("next", at(nextAttempt))
                .param("id", id)
                .update();
    }
}
