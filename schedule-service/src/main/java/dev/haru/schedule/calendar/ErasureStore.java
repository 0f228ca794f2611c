package dev.haru.schedule.calendar;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Closes calendars and deletes their rows in batches. {@link Erasure} calls these statements, each in a transaction of
 * its own.
 */
@Repository
class ErasureStore {

    /**
     * Waits for concurrent additions and prevents later ones. The count stays, because a concurrent removal decrements
     * it.
     */
    private static final String CLOSE = """
            insert into member_quota (member_id, used, max, erased_at) values (:memberId, 0, 0, :now)
            on conflict (member_id) do update set max = 0, erased_at = excluded.erased_at
            """;

    /**
     * Returns the number of schedules found, of which a concurrent transaction may delete some first. The count
     * decreases by the number of schedules that this statement deletes.
     */
    private static final String CLEAR = """
            with batch as materialized (
                select ctid from schedule where member_id = :memberId order by start_at, id limit :batch),
            gone as (
                delete from schedule where ctid = any (array(select ctid from batch)) returning 1),
            freed as (
                update member_quota set used = greatest(0, used - g.number) from (select count(*) as number from gone) g
                where member_id = :memberId and g.number > 0)
            select count(*) from batch
            """;

    private static final String DELETE_KEYS_OF = """
            with batch as materialized (
                select ctid from idempotent_add where member_id = :memberId order by key limit :batch),
            gone as (
                delete from idempotent_add where ctid = any (array(select ctid from batch)))
            select count(*) from batch
            """;

    /** Skips members whom a concurrent transaction is erasing. */
    private static final String DELETE_ERASED = """
            delete from member_quota where ctid = any (array(
                select ctid from member_quota where erased_at < :before and used = 0 limit :batch
                for update skip locked))
            """;

    private final JdbcClient jdbc;

    ErasureStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Prevents additions to the member's calendar once the transaction is committed. */
    void close(UUID memberId, Instant now) {
        jdbc.sql(CLOSE)
                .param("memberId", memberId)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
    }

    /** Removes schedules of a member whose calendar is closed. Returns the number found, at most a batch. */
    int clear(UUID memberId, int batch) {
        return jdbc.sql(CLEAR)
                .param("memberId", memberId)
                .param("batch", batch)
                .query(Integer.class)
                .single();
    }

    /** Removes idempotency keys of the member. Returns the number found, at most a batch. */
    int deleteKeysOf(UUID memberId, int batch) {
        return jdbc.sql(DELETE_KEYS_OF)
                .param("memberId", memberId)
                .param("batch", batch)
                .query(Integer.class)
                .single();
    }

    /** Deletes the quota rows of members who were erased before the instant. Returns their number, at most a batch. */
    int deleteErased(Instant before, int batch) {
        return jdbc.sql(DELETE_ERASED)
                .param("before", before.atOffset(ZoneOffset.UTC))
                .param("batch", batch)
                .update();
    }
}
