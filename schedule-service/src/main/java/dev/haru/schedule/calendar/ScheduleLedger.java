package dev.haru.schedule.calendar;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Adds and removes schedules, and keeps the count in {@code member_quota} exact by doing both in one statement.
 *
 * <p>No deadlock: who holds the lock on a member's quota waits for no schedule. {@code ADD} locks the quota, then a row
 * that nobody else can see yet; {@code REMOVE} locks the schedule, then the quota, because the update has nothing to
 * update before the deletion answers. Statements that touch several schedules must lock the quota last, too.
 */
@Repository
class ScheduleLedger {

    /**
     * The row lock on the quota makes concurrent calls of one member wait, and look at the count that the other left.
     */
    private static final String ADD = """
            with slot as (
                insert into member_quota as q (member_id, used)
                select :memberId, 1 where :limit > 0
                on conflict (member_id) do update set used = q.used + 1 where q.used < coalesce(q.max, :limit)
                returning 1)
            insert into schedule (member_id, title, location_id, start_at, end_at, note, created_at, updated_at)
            select :memberId, :title, :locationId, cast(:startAt as timestamptz), cast(:endAt as timestamptz),
                   cast(:note as text), cast(:now as timestamptz), cast(:now as timestamptz)
            from slot
            returning id, version
            """;

    private static final String REMOVE = """
            with gone as (
                delete from schedule
                where id = :id and member_id = :memberId and version = coalesce(:version, version)
                returning member_id),
            freed as (
                update member_quota q set used = q.used - 1 from gone where q.member_id = gone.member_id)
            select count(*) from gone
            """;

    /**
     * Waits for those who are adding, and leaves no place for others. Not the count: who removes a schedule meanwhile
     * takes one off.
     */
    private static final String CLOSE = """
            insert into member_quota (member_id, used, max, erased_at) values (:memberId, 0, 0, :now)
            on conflict (member_id) do update set max = 0, erased_at = excluded.erased_at
            """;

    private static final String CLEAR = """
            with gone as (delete from schedule where member_id = :memberId returning 1)
            update member_quota set used = greatest(0, used - (select count(*) from gone)) where member_id = :memberId
            """;

    private static final String FORGET = "delete from member_quota where erased_at < :before and used = 0";

    private final JdbcClient jdbc;

    ScheduleLedger(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Adds a schedule, or nothing when the member has as many as the limit, or as the member's own one, allows. */
    Optional<Schedule> add(UUID memberId, Plan plan, int limit, Instant now) {
        Instant createdAt = Plan.stored(now);
        return jdbc.sql(ADD)
                .param("memberId", memberId)
                .param("limit", limit)
                .param("title", plan.title())
                .param("locationId", plan.locationId())
                .param("startAt", plan.startAt().atOffset(ZoneOffset.UTC))
                .param("endAt", plan.endAt().atOffset(ZoneOffset.UTC))
                .param("note", plan.note())
                .param("now", createdAt.atOffset(ZoneOffset.UTC))
                .query((row, _) ->
                        new Schedule(row.getObject("id", UUID.class), memberId, plan, row.getInt("version"), createdAt))
                .optional();
    }

    /** Removes the member's schedule, in this version only if one is given; answers whether there was one. */
    boolean remove(UUID memberId, UUID id, @Nullable Integer version) {
        return jdbc.sql(REMOVE)
                        .param("memberId", memberId)
                        .param("id", id)
                        .param("version", version)
                        .query(Integer.class)
                        .single()
                == 1;
    }

    /** From when this is committed on nothing is added to the member's calendar. */
    void close(UUID memberId, Instant now) {
        jdbc.sql(CLOSE)
                .param("memberId", memberId)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
    }

    /** Removes all schedules of a member whose calendar is closed. */
    void clear(UUID memberId) {
        jdbc.sql(CLEAR).param("memberId", memberId).update();
    }

    /** Drops what is kept of members who were erased before this. */
    void forgetClosed(Instant before) {
        jdbc.sql(FORGET).param("before", before.atOffset(ZoneOffset.UTC)).update();
    }
}
