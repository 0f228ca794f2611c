package dev.haru.schedule.calendar;

import dev.haru.platform.database.Autocommit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Adds and removes schedules, and keeps the count in {@code member_quota} exact by doing both in one statement.
 *
 * <p>No deadlock: who holds the lock on a member's quota waits for no schedule. {@code ADD} locks the key, the quota,
 * then a row that nobody else can see yet; {@code REMOVE} locks the schedule, then the quota, because the update has
 * nothing to update before the deletion answers. Statements that touch several schedules must lock the quota last, too.
 */
@Repository
class ScheduleStore {

    /** How many overlapping schedules are told of. */
    static final int MOST_OVERLAPS = 10;

    /** In two parts, each in the order of an index, so that neither is read further than it is told of. */
    static final String OVERLAPS = """
            select o.id from (
                (select start_at, id from schedule
                 where member_id = :memberId and start_at > :dayBefore and start_at < :endAt and end_at > :startAt
                   and id is distinct from :id
                 order by start_at, id
                 limit %1$d)
                union all
                (select start_at, id from schedule
                 where member_id = :memberId and start_at > :yearBefore and start_at <= :dayBefore and end_at > :startAt
                   and end_at - start_at > interval '1 day' and id is distinct from :id
                 order by start_at, id
                 limit %1$d)) as o
            order by o.start_at, o.id
            limit %1$d
            """.formatted(MOST_OVERLAPS);

    /** The new schedule's id and what it overlaps. */
    private static final String ENTRY = """
            with entry as materialized (
                select uuidv7() as id, array(%s) as overlapping),
            """.formatted(OVERLAPS);

    /**
     * The same, unless the key is remembered, or is new and the member has used as many as allowed. A concurrent call
     * with the same key waits here for the other to end.
     */
    private static final String ENTRY_BY_KEY = """
            with draft as materialized (
                select uuidv7() as id, array(%1$s) as overlapping
                where exists (select from idempotent_add where member_id = :memberId and key = :key)
                   or (select count(*) from (
                           select from idempotent_add where member_id = :memberId and added_at > :forgotten
                           limit %2$d) as used) < %2$d),
            entry as (
                insert into idempotent_add as i (member_id, key, fingerprint, schedule_id, overlapping, added_at)
                select :memberId, :key, :fingerprint, id, overlapping, cast(:now as timestamptz) from draft
                on conflict (member_id, key) do update
                set fingerprint = excluded.fingerprint, schedule_id = excluded.schedule_id,
                    overlapping = excluded.overlapping, added_at = excluded.added_at
                where i.added_at <= :forgotten
                returning schedule_id as id, overlapping),
            """.formatted(OVERLAPS, IdempotencyKey.MAX_A_DAY);

    /**
     * The row lock on the quota makes concurrent calls of one member wait, and look at the count that the other left.
     * No row is for a key that is remembered, a row without version for a quota that is full.
     */
    private static final String ADD = """
            slot as (
                insert into member_quota as q (member_id, used)
                select :memberId, 1 from entry
                where :limit > 0 or exists (select from member_quota where member_id = :memberId and max > 0)
                on conflict (member_id) do update set used = q.used + 1 where q.used < coalesce(q.max, :limit)
                returning 1),
            added as (
                insert into schedule (id, member_id, title, location_id, start_at, end_at, note, created_at, updated_at)
                select entry.id, :memberId, :title, :locationId, cast(:startAt as timestamptz), cast(:endAt as timestamptz),
                       cast(:note as text), cast(:now as timestamptz), cast(:now as timestamptz)
                from entry, slot
                returning version)
            select entry.id, entry.overlapping, added.version from entry left join added on true
            """;

    private static final String REMEMBERED = """
            select fingerprint, schedule_id, overlapping, added_at from idempotent_add
            where member_id = :memberId and key = :key
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

    /**
     * Answers how many it has found, of which another who clears at the same time may have deleted some first; the
     * count is less by those that are gone by this one.
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

    private static final String CLEAR_KEYS = """
            with batch as materialized (
                select ctid from idempotent_add where member_id = :memberId order by key limit :batch),
            gone as (
                delete from idempotent_add where ctid = any (array(select ctid from batch)))
            select count(*) from batch
            """;

    /** Leaves out whom somebody else is erasing just now. */
    private static final String FORGET = """
            delete from member_quota where ctid = any (array(
                select ctid from member_quota where erased_at < :before and used = 0 limit :batch
                for update skip locked))
            """;

    private final JdbcClient jdbc;
    private final JdbcClient alone;

    ScheduleStore(JdbcClient jdbc, DataSource dataSource) {
        this.jdbc = jdbc;
        this.alone = Autocommit.over(dataSource);
    }

    /**
     * Adds a schedule.
     *
     * @throws ScheduleLimitReached when the member has as many as the limit, or as the member's own one, allows
     */
    ScheduleWithOverlaps add(UUID memberId, Plan plan, int limit, Instant now) {
        return placed(addition(jdbc, ENTRY, memberId, plan, limit, now), memberId, plan, now)
                .orElseThrow();
    }

    /** The same, in a transaction of its own. */
    ScheduleWithOverlaps addAlone(UUID memberId, Plan plan, int limit, Instant now) {
        return placed(addition(alone, ENTRY, memberId, plan, limit, now), memberId, plan, now)
                .orElseThrow();
    }

    /**
     * Adds a schedule, once for each key: empty when the key is {@link #remembered}. When it throws, the caller's
     * transaction must end without the key.
     *
     * @param forgotten keys that were used at this moment or before stand for nothing any more
     * @throws ScheduleLimitReached as above
     */
    Optional<ScheduleWithOverlaps> add(
            UUID memberId, Plan plan, IdempotencyKey key, int limit, Instant now, Instant forgotten) {
        return placed(
                addition(jdbc, ENTRY_BY_KEY, memberId, plan, limit, now)
                        .param("key", key.value())
                        .param("fingerprint", plan.fingerprint())
                        .param("forgotten", forgotten.atOffset(ZoneOffset.UTC)),
                memberId,
                plan,
                now);
    }

    private static JdbcClient.StatementSpec addition(
            JdbcClient by, String entry, UUID memberId, Plan plan, int limit, Instant now) {
        return by.sql(entry + ADD)
                .param("memberId", memberId)
                .param("id", null, Types.OTHER)
                .params(OverlapSql.before(plan.startAt()))
                .param("limit", limit)
                .param("title", plan.title())
                .param("locationId", plan.locationId())
                .param("startAt", plan.startAt().atOffset(ZoneOffset.UTC))
                .param("endAt", plan.endAt().atOffset(ZoneOffset.UTC))
                .param("note", plan.note())
                .param("now", Plan.stored(now).atOffset(ZoneOffset.UTC));
    }

    private static Optional<ScheduleWithOverlaps> placed(
            JdbcClient.StatementSpec addition, UUID memberId, Plan plan, Instant now) {
        Instant added = Plan.stored(now);
        return addition.query((row, _) -> {
                    int version = row.getInt("version");
                    if (row.wasNull()) {
                        throw ScheduleLimitReached.byMember();
                    }
                    return new ScheduleWithOverlaps(
                            new Schedule(row.getObject("id", UUID.class), memberId, plan, version, added, added),
                            uuids(row, "overlapping"));
                })
                .optional();
    }

    /**
     * What the key has added, as it was then.
     *
     * @throws IdempotencyKeyReused when that was another plan
     * @throws IdempotencyKeyLimitReached when it has added nothing, since the member has used too many keys
     */
    ScheduleWithOverlaps remembered(UUID memberId, Plan plan, IdempotencyKey key) {
        return jdbc.sql(REMEMBERED)
                .param("memberId", memberId)
                .param("key", key.value())
                .query((row, _) -> {
                    if (!Arrays.equals(row.getBytes("fingerprint"), plan.fingerprint())) {
                        throw IdempotencyKeyReused.forAnotherPlan();
                    }
                    Instant addedAt = row.getTimestamp("added_at").toInstant();
                    return new ScheduleWithOverlaps(
                            new Schedule(row.getObject("schedule_id", UUID.class), memberId, plan, 0, addedAt, addedAt),
                            uuids(row, "overlapping"));
                })
                .optional()
                .orElseThrow(IdempotencyKeyLimitReached::byMember);
    }

    /** Other schedules of the member's at the same time as this one. */
    List<UUID> overlapsOf(Schedule schedule) {
        return jdbc.sql(OVERLAPS)
                .param("memberId", schedule.memberId())
                .param("id", schedule.id())
                .params(OverlapSql.before(schedule.startAt()))
                .param("startAt", schedule.startAt().atOffset(ZoneOffset.UTC))
                .param("endAt", schedule.endAt().atOffset(ZoneOffset.UTC))
                .query((row, _) -> row.getObject("id", UUID.class))
                .list();
    }

    /** Forgets keys that were used before this; answers how many, at most a batch. */
    @Transactional
    int forgetKeys(Instant before, int batch) {
        return jdbc.sql("""
                        delete from idempotent_add where ctid in (
                            select ctid from idempotent_add where added_at <= :before limit :batch for update skip locked)
                        """)
                .param("before", before.atOffset(ZoneOffset.UTC))
                .param("batch", batch)
                .update();
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

    /** Removes schedules of a member whose calendar is closed; answers how many it found, at most a batch. */
    int clear(UUID memberId, int batch) {
        return jdbc.sql(CLEAR)
                .param("memberId", memberId)
                .param("batch", batch)
                .query(Integer.class)
                .single();
    }

    /** The same for the keys. */
    int clearKeys(UUID memberId, int batch) {
        return jdbc.sql(CLEAR_KEYS)
                .param("memberId", memberId)
                .param("batch", batch)
                .query(Integer.class)
                .single();
    }

    /** Drops what is kept of members who were erased before this; answers of how many, at most a batch. */
    int forgetClosed(Instant before, int batch) {
        return jdbc.sql(FORGET)
                .param("before", before.atOffset(ZoneOffset.UTC))
                .param("batch", batch)
                .update();
    }

    private static List<UUID> uuids(ResultSet row, String column) throws SQLException {
        return List.of((UUID[]) row.getArray(column).getArray());
    }
}
