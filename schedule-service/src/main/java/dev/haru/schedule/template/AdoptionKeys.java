package dev.haru.schedule.template;

import dev.haru.platform.token.Sha256;
import dev.haru.schedule.calendar.IdempotencyKey;
import dev.haru.schedule.calendar.IdempotencyKeyLimitReached;
import dev.haru.schedule.calendar.IdempotencyKeyReused;
import dev.haru.schedule.calendar.ScheduleDeleted;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Stores the idempotency keys of adoptions, so that a client may repeat a call whose response it has not received. */
@Repository
class AdoptionKeys {

    /**
     * Inserts the key or overwrites an expired one. Changes no key that has not expired, and inserts no key of a member
     * at the daily limit. A concurrent call with the same key waits for the transaction of the other call.
     */
    private static final String INSERT = """
            insert into idempotent_adoption as i (member_id, key, fingerprint, schedule_ids, adopted_at)
            select :memberId, :key, :fingerprint, '{}', cast(:now as timestamptz)
            where exists (select from idempotent_adoption where member_id = :memberId and key = :key)
               or (select count(*) from (
                       select from idempotent_adoption where member_id = :memberId and adopted_at > :forgotten
                       limit %1$d) as used) < %1$d
            on conflict (member_id, key) do update
            set fingerprint = excluded.fingerprint, schedule_ids = '{}', adopted_at = excluded.adopted_at
            where i.adopted_at <= :forgotten
            """.formatted(IdempotencyKey.MAX_A_DAY);

    private final JdbcClient jdbc;

    AdoptionKeys(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Reserves the key for this adoption. Returns the schedules of the earlier adoption if the key was used before.
     * Throws {@link ScheduleDeleted} if none of these schedules exists any longer, and
     * {@link IdempotencyKeyLimitReached} for a new key of a member at the daily limit.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<List<UUID>> take(
            UUID memberId, IdempotencyKey key, UUID templateId, Instant startAt, Instant now, Instant forgotten) {
        byte[] fingerprint = Sha256.of(templateId + " " + startAt);
        int taken = jdbc.sql(INSERT)
                .param("memberId", memberId)
                .param("key", key.value())
                .param("fingerprint", fingerprint)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .param("forgotten", forgotten.atOffset(ZoneOffset.UTC))
                .update();
        return taken == 1 ? Optional.empty() : Optional.of(storedSchedules(memberId, key, fingerprint));
    }

    private List<UUID> storedSchedules(UUID memberId, IdempotencyKey key, byte[] fingerprint) {
        return jdbc.sql("""
                        select fingerprint, schedule_ids,
                               exists (select from schedule where id = any (schedule_ids)) as existing
                        from idempotent_adoption
                        where member_id = :memberId and key = :key
                        """)
                .param("memberId", memberId)
                .param("key", key.value())
                .query((row, _) -> {
                    if (!Arrays.equals(row.getBytes("fingerprint"), fingerprint)) {
                        throw IdempotencyKeyReused.forAnotherPlan();
                    }
                    if (!row.getBoolean("existing")) {
                        throw ScheduleDeleted.sinceAdded();
                    }
                    return List.of((UUID[]) row.getArray("schedule_ids").getArray());
                })
                .optional()
                .orElseThrow(IdempotencyKeyLimitReached::byMember);
    }

    /** Stores the schedules that the adoption with this key created. */
    @Transactional(propagation = Propagation.MANDATORY)
    void store(UUID memberId, IdempotencyKey key, List<UUID> scheduleIds) {
        jdbc.sql("""
                        update idempotent_adoption set schedule_ids = cast(:scheduleIds as uuid[])
                        where member_id = :memberId and key = :key
                        """)
                .param("scheduleIds", scheduleIds.stream().map(UUID::toString).toArray(String[]::new))
                .param("memberId", memberId)
                .param("key", key.value())
                .update();
    }

    /** Deletes at most {@code batch} keys that were used before this time; returns their number. */
    @Transactional
    int deleteUsedBefore(Instant before, int batch) {
        return jdbc.sql("""
                        delete from idempotent_adoption where ctid in (
                            select ctid from idempotent_adoption where adopted_at <= :before limit :batch
                            for update skip locked)
                        """)
                .param("before", before.atOffset(ZoneOffset.UTC))
                .param("batch", batch)
                .update();
    }
}
