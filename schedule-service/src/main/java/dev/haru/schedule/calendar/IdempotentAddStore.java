package dev.haru.schedule.calendar;

import dev.haru.platform.database.Instants;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Adds schedules once for each idempotency key, and stores the result under the key.
 *
 * <p>Longer than 120 lines because it keeps the statements of one table together.
 */
@Repository
class IdempotentAddStore {

    /**
     * The id of the new schedule and the schedules that it overlaps. Empty in two cases: the key is stored and has not
     * expired, or the key is new and the member has used the maximum of keys. A concurrent call with the same key waits
     * here until the other transaction ends.
     */
    private static final String ENTRY = """
            draft as materialized (
                select uuidv7() as id, near.ids as overlapping
                from near
                where exists (select from idempotent_add where member_id = :memberId and key = :key)
                   or (select count(*) from (
                           select from idempotent_add where member_id = :memberId and added_at > :forgotten
                           limit %1$d) as used) < %1$d),
            entry as (
                insert into idempotent_add as i (member_id, key, fingerprint, schedule_id, overlapping, added_at)
                select :memberId, :key, :fingerprint, id, overlapping, cast(:now as timestamptz) from draft
                on conflict (member_id, key) do update
                set fingerprint = excluded.fingerprint, schedule_id = excluded.schedule_id,
                    overlapping = excluded.overlapping, added_at = excluded.added_at
                where i.added_at <= :forgotten
                returning schedule_id as id, overlapping),
            """.formatted(IdempotencyKey.MAX_A_DAY);

    private static final String COMPLETE = """
            update idempotent_add set overlapping = cast(:overlapping as uuid[])
            where member_id = :memberId and key = :key
            """;

    private static final String FIRST_RESULT = """
            select fingerprint, schedule_id, overlapping, added_at,
                   exists (select from schedule where id = schedule_id) as present
            from idempotent_add
            where member_id = :memberId and key = :key
            """;

    private final JdbcClient jdbc;

    IdempotentAddStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Adds a schedule once for each key. Returns empty when {@link #firstResult} has the result. When this method
     * throws, the caller must roll the transaction back, so that the key is not stored.
     *
     * @param expired keys that were used at or before this instant have expired
     * @throws ScheduleLimitReached when the member has the maximum number of schedules
     */
    Optional<ScheduleWithOverlaps> add(
            UUID memberId, ZoneId zone, Plan plan, IdempotencyKey key, int limit, Instant now, Instant expired) {
        Map<String, Object> parameters = Map.of(
                "key", key.value(), "fingerprint", plan.fingerprint(), "forgotten", expired.atOffset(ZoneOffset.UTC));
        return AddStatement.execute(
                        jdbc, ENTRY, parameters, Overlaps.of(Schedule.draft(memberId, plan, now)), zone, limit)
                .map(added -> added.complete() ? added.schedule() : complete(added.schedule(), key));
    }

    /** Stores the overlaps that the statement could not compute. */
    private ScheduleWithOverlaps complete(ScheduleWithOverlaps added, IdempotencyKey key) {
        jdbc.sql(COMPLETE)
                .param("overlapping", AddStatement.texts(added.overlaps()))
                .param("memberId", added.schedule().memberId())
                .param("key", key.value())
                .update();
        return added;
    }

    /**
     * Returns the schedule that the key added, as it was then.
     *
     * @throws IdempotencyKeyReused when the key added another plan
     * @throws ScheduleDeleted when the schedule was deleted since
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
                    if (!row.getBoolean("present")) {
                        throw ScheduleDeleted.sinceAdded();
                    }
                    Instant addedAt = Instants.of(row, "added_at");
                    return new ScheduleWithOverlaps(
                            new Schedule(row.getObject("schedule_id", UUID.class), memberId, plan, 0, addedAt, addedAt),
                            AddStatement.ids(row));
                })
                .optional()
                .orElseThrow(IdempotencyKeyLimitReached::byMember);
    }

    /** Deletes keys that were used at or before the instant. Returns their number, at most a batch. */
    @Transactional
    int deleteExpired(Instant before, int batch) {
        return jdbc.sql("""
                        delete from idempotent_add where ctid in (
                            select ctid from idempotent_add where added_at <= :before limit :batch for update skip locked)
                        """)
                .param("before", before.atOffset(ZoneOffset.UTC))
                .param("batch", batch)
                .update();
    }
}
