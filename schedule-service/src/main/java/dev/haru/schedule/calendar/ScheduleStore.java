package dev.haru.schedule.calendar;

import dev.haru.platform.database.Autocommit;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Adds, changes and removes schedules. The statement that adds or removes one also updates the count in
 * {@code member_quota}, so the count is exact. Triggers number each change for the change feed; see decision 061.
 *
 * <p>Every transaction locks the member's quota first, so transactions of one member run one after the other and cannot
 * deadlock: {@link AddStatement} locks the idempotency key, then the quota, then a row that no other transaction can
 * see yet. The other operations begin with {@link #lock}. Processes of the previous version lock the schedule first; a
 * wait for such a schedule would be a deadlock. {@link #find} therefore does not wait, and {@link CalendarTransaction}
 * repeats the transaction.
 *
 * <p>Longer than 120 lines because it keeps the statements of one table together.
 */
@Repository
class ScheduleStore {

    /** The id of the new schedule and the schedules that it overlaps. */
    private static final String ENTRY = """
            entry as materialized (
                select uuidv7() as id, near.ids as overlapping from near),
            """;

    private static final String LOCK =
            "select member_id from member_quota where member_id = :memberId for no key update";

    private static final String FOR_CHANGE = " for no key update nowait";

    /** PostgreSQL's {@code lock_not_available}, for which Spring has no exception of its own. */
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private static final String CHANGE = """
            update schedule
            set title = :title, location_id = :locationId, start_at = :startAt, end_at = :endAt, note = :note,
                version = :version, updated_at = :updatedAt, (%s) = row (%s)
            where id = :id and member_id = :memberId
            """.formatted(ScheduleColumns.EXTENDED, ScheduleColumns.EXTENDED_VALUES);

    /**
     * Keeps the instants of an expanded schedule. Newer rules of its time zone could give other instants. The trigger
     * {@code schedule_moved} would treat such a change as that of a pod of the previous version.
     */
    private static final String CHANGE_CONTENT = """
            update schedule
            set title = :title, location_id = :locationId, note = :note, version = :version, updated_at = :updatedAt,
                busy = :busy, details = cast(:details as jsonb)
            where id = :id and member_id = :memberId
            """;

    private static final String REMOVE = """
            with gone as (
                delete from schedule where id = :id and member_id = :memberId returning member_id)
            update member_quota q set used = q.used - 1 from gone where q.member_id = gone.member_id
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
    ScheduleWithOverlaps add(UUID memberId, ZoneId zone, Plan plan, int limit, Instant now) {
        return add(jdbc, memberId, zone, plan, limit, now);
    }

    /** Adds a schedule in a transaction of its own. */
    ScheduleWithOverlaps addAutocommit(UUID memberId, ZoneId zone, Plan plan, int limit, Instant now) {
        return add(autocommit, memberId, zone, plan, limit, now);
    }

    /** Adds a schedule without the schedules that it overlaps. */
    ScheduleWithOverlaps addOnly(UUID memberId, Plan plan, int limit, Instant now) {
        return add(jdbc, Overlaps.none(Schedule.draft(memberId, plan, now)), ZoneOffset.UTC, limit);
    }

    private static ScheduleWithOverlaps add(
            JdbcClient client, UUID memberId, ZoneId zone, Plan plan, int limit, Instant now) {
        return add(client, Overlaps.of(Schedule.draft(memberId, plan, now)), zone, limit);
    }

    private static ScheduleWithOverlaps add(JdbcClient client, Overlaps overlaps, ZoneId zone, int limit) {
        return AddStatement.execute(client, ENTRY, Map.of(), overlaps, zone, limit)
                .orElseThrow()
                .schedule();
    }

    /** Locks the member's quota until the transaction ends. A member who has never had a schedule has no quota. */
    void lock(UUID memberId) {
        jdbc.sql(LOCK).param("memberId", memberId).query(UUID.class).optional();
    }

    /**
     * Reads and locks the member's schedule.
     *
     * @throws CannotAcquireLockException when another transaction has locked the schedule
     */
    Optional<Schedule> find(UUID memberId, UUID id) {
        try {
            return ScheduleReader.find(jdbc, ScheduleReader.ONE + FOR_CHANGE, memberId, id);
        } catch (UncategorizedSQLException refused) {
            if (refused.getCause() instanceof SQLException cause && LOCK_NOT_AVAILABLE.equals(cause.getSQLState())) {
                throw new CannotAcquireLockException("another transaction changes the schedule", refused);
            }
            throw refused;
        }
    }

    /** Returns the ids of all locations. */
    Set<Integer> locations() {
        return jdbc.sql("select id from location")
                .query((row, _) -> row.getInt("id"))
                .set();
    }

    /**
     * Stores the change of a schedule that {@link #find} has locked.
     *
     * @param current the schedule before the change
     */
    void change(Schedule current, Schedule changed) {
        boolean sameTime = PlanJson.haveSameTime(current.plan(), changed.plan());
        JdbcClient.StatementSpec statement = jdbc.sql(sameTime ? CHANGE_CONTENT : CHANGE)
                .param("id", changed.id())
                .param("memberId", changed.memberId())
                .param("version", changed.version())
                .param("updatedAt", changed.updatedAt().atOffset(ZoneOffset.UTC));
        ScheduleColumns.plain(statement, changed.plan());
        ScheduleColumns.extended(statement, changed.plan());
        statement.update();
    }

    /** Removes a schedule that {@link #find} has locked. */
    void remove(UUID memberId, UUID id) {
        jdbc.sql(REMOVE).param("memberId", memberId).param("id", id).update();
    }
}
