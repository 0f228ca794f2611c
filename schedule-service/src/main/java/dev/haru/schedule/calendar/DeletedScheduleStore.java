package dev.haru.schedule.calendar;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Restores deleted schedules and removes old ones. A trigger of the table {@code schedule} writes them. */
@Repository
class DeletedScheduleStore {

    /** How long a deleted schedule can be restored, and a sync token is at least valid. */
    static final Duration RETENTION = Duration.ofDays(30);

    /** The schedule is null when the quota is full. The caller holds the lock on the quota, so the count is exact. */
    private static final String RESTORE = """
            with found as materialized (
                select * from deleted_schedule
                where id = :id and member_id = :memberId and deleted_at > cast(:expired as timestamptz)),
            slot as (
                update member_quota q
                set used = q.used + 1, deleted = q.deleted - 1, change_number = q.change_number + 1
                from found
                where q.member_id = found.member_id and q.used < coalesce(q.max, :limit)
                returning q.change_number),
            taken as (
                delete from deleted_schedule using slot where id = :id),
            restored as (
                insert into schedule (id, member_id, title, location_id, start_at, end_at, note, version, created_at,
                                      updated_at, change_number, %1$s)
                select id, member_id, title, location_id, start_at, end_at, note, version + 1, created_at,
                       cast(:now as timestamptz), slot.change_number, %2$s,
                       -- A later import may have given the UID to another schedule.
                       case when exists (select from schedule s where s.member_id = :memberId and s.uid = found.uid)
                            then null else uid end
                from found, slot
                returning *)
            select %3$s from restored
            union all
            select null%4$s from found where not exists (select from restored)
            """.formatted(
                    ScheduleColumns.EXTENDED,
                    ScheduleColumns.EXTENDED.replace(", uid", ""),
                    ScheduleColumns.READ,
                    ", null".repeat(ScheduleColumns.READ.split(",").length - 1));

    /**
     * Skips members whose quota another transaction has locked; a later run deletes their schedules. The statement
     * raises {@code changes_from}, so that a client that has not read it starts over.
     */
    private static final String FORGET = """
            with old as materialized (
                select id, member_id from deleted_schedule where deleted_at <= :before order by deleted_at limit :batch),
            owner as materialized (
                select member_id from member_quota where member_id in (select member_id from old)
                for no key update skip locked),
            gone as (
                delete from deleted_schedule d using old join owner on owner.member_id = old.member_id where d.id = old.id
                returning d.member_id, d.change_number),
            forgotten as (
                update member_quota q
                set deleted = q.deleted - g.number, changes_from = greatest(q.changes_from, g.last)
                from (select member_id, count(*) as number, max(change_number) as last from gone group by member_id) g
                where q.member_id = g.member_id)
            select count(*) from gone
            """;

    private final JdbcClient jdbc;

    DeletedScheduleStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Restores the member's schedule if it was deleted within {@link #RETENTION}; otherwise returns empty.
     *
     * @throws ScheduleLimitReached when the member has the maximum number of schedules
     */
    Optional<Schedule> restore(UUID memberId, UUID id, int limit, Instant now) {
        return jdbc.sql(RESTORE)
                .param("memberId", memberId)
                .param("id", id)
                .param("limit", limit)
                .param("expired", now.minus(RETENTION).atOffset(ZoneOffset.UTC))
                .param("now", Plan.stored(now).atOffset(ZoneOffset.UTC))
                .query((row, _) -> {
                    if (row.getObject("id") == null) {
                        throw ScheduleLimitReached.byMember();
                    }
                    return ScheduleColumns.schedule(row);
                })
                .optional();
    }

    /** Deletes schedules that were deleted at or before the instant. Returns their number, at most a batch. */
    @Transactional
    int forget(Instant before, int batch) {
        return jdbc.sql(FORGET)
                .param("before", before.atOffset(ZoneOffset.UTC))
                .param("batch", batch)
                .query(Integer.class)
                .single();
    }
}
