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
 * Adds and removes schedules. The statement that adds or removes one also updates the count in {@code member_quota}, so
 * the count is exact.
 *
 * <p>The statements cannot deadlock, because a transaction that holds the lock on a quota waits for no schedule.
 * {@code ADD} locks the idempotency key, then the quota, then a row that no other transaction can see yet.
 * {@code REMOVE} locks the schedule before the quota, because its update has no row until the deletion returns one. A
 * statement that locks several schedules must lock the quota last, too.
 */
@Repository
class ScheduleStore {

    /** The maximum number of overlapping schedules in a result. */
    static final int MOST_OVERLAPS = 10;

    /** Two parts, each in the order of an index, so that each part stops reading at the limit. */
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

    /** The id of the new schedule and the schedules that it overlaps. */
    private static final String ENTRY = """
            with entry as materialized (
                select uuidv7() as id, array(%s) as overlapping),
            """.formatted(OVERLAPS);

    /**
     * The same, but empty in two cases: the key is stored and has not expired, or it is new and the member has used the
     * maximum of keys. A concurrent call with the same key waits here until the other transaction ends.
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
     * The row lock on the quota makes concurrent calls of one member wait for each other, so each call sees the current
     * count. The result has no row when {@code entry} is empty. The row has no version when the quota is full.
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

    private static final String FIRST_RESULT = """
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
    private final JdbcClient autocommit;

    ScheduleStore(JdbcClient jdbc, DataSource dataSource) {
        this.jdbc = jdbc;
        this.autocommit = Autocommit.over(dataSource);
    }

    /**
     * Adds a schedule.
     *
     * @throws ScheduleLimitReached when the member has the maximum number of schedules: the member's own limit, or else
     *     {@code limit}
     */
    ScheduleWithOverlaps add(UUID memberId, Plan plan, int limit, Instant now) {
        return resultOf(addition(jdbc, ENTRY, memberId, plan, limit, now), memberId, plan, now)
                .orElseThrow();
    }

    /** Adds a schedule in a transaction of its own. */
    ScheduleWithOverlaps addAutocommit(UUID memberId, Plan plan, int limit, Instant now) {
        return resultOf(addition(autocommit, ENTRY, memberId, plan, limit, now), memberId, plan, now)
                .orElseThrow();
    }

    /**
     * Adds a schedule once for each key. Returns empty when {@link #firstResult} has the result. When this method
     * throws, the caller must roll the transaction back, so that the key is not stored.
     *
     * @param expired keys that were used at or before this instant have expired
     * @throws ScheduleLimitReached as above
     */
    Optional<ScheduleWithOverlaps> add(
            UUID memberId, Plan plan, IdempotencyKey key, int limit, Instant now, Instant expired) {
        return resultOf(
                addition(jdbc, ENTRY_BY_KEY, memberId, plan, limit, now)
                        .param("key", key.value())
                        .param("fingerprint", plan.fingerprint())
                        .param("forgotten", expired.atOffset(ZoneOffset.UTC)),
                memberId,
                plan,
                now);
    }

    private static JdbcClient.StatementSpec addition(
            JdbcClient client, String entry, UUID memberId, Plan plan, int limit, Instant now) {
        return client.sql(entry + ADD)
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

    private static Optional<ScheduleWithOverlaps> resultOf(
            JdbcClient.StatementSpec statement, UUID memberId, Plan plan, Instant now) {
        Instant added = Plan.stored(now);
        return statement
                .query((row, _) -> {
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
     * Returns the schedule that the key added, as it was then.
     *
     * @throws IdempotencyKeyReused when the key added another plan
     * @throws IdempotencyKeyLimitReached when the key is not stored, because the member has used too many keys
     */
    ScheduleWithOverlaps firstResult(UUID memberId, Plan plan, IdempotencyKey key) {
        return jdbc.sql(FIRST_RESULT)
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

    /** Returns the member's other schedules that overlap this one, by start, {@link #MOST_OVERLAPS} at most. */
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

    /** Deletes keys that were used at or before the instant. Returns their number, at most a batch. */
    @Transactional
    int deleteKeys(Instant before, int batch) {
        return jdbc.sql("""
                        delete from idempotent_add where ctid in (
                            select ctid from idempotent_add where added_at <= :before limit :batch for update skip locked)
                        """)
                .param("before", before.atOffset(ZoneOffset.UTC))
                .param("batch", batch)
                .update();
    }

    /**
     * Removes the member's schedule and returns whether it existed. A version restricts the removal to this version.
     */
    boolean remove(UUID memberId, UUID id, @Nullable Integer version) {
        return jdbc.sql(REMOVE)
                        .param("memberId", memberId)
                        .param("id", id)
                        .param("version", version)
                        .query(Integer.class)
                        .single()
                == 1;
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

    private static List<UUID> uuids(ResultSet row, String column) throws SQLException {
        return List.of((UUID[]) row.getArray(column).getArray());
    }
}
