package dev.haru.schedule.calendar;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The statement that adds a schedule and increments the count in {@code member_quota}. It consists of the table
 * expression {@code near} with the overlapping schedules, the table expression {@code entry} of the calling store with
 * the id of the new schedule and the ids of {@code near}, and the insertion.
 *
 * <p>Longer than 120 lines because it keeps the parts of one statement together.
 */
final class AddStatement {

    /** The overlapping schedules with instants. */
    private static final String NEAR = """
            with near as materialized (
                select array(select near_id from (%s) as o order by near_start, near_id) as ids),
            """.formatted(OverlapReader.NEAR);

    /** The schedules that overlap a series. An earlier statement has found them. */
    private static final String NEAR_GIVEN = """
            with near as materialized (
                select cast(:overlapping as uuid[]) as ids),
            """;

    /**
     * The row lock on the quota makes concurrent calls of one member wait for each other, so each call sees the current
     * count and takes the next change number.
     */
    private static final String ADD = """
            slot as (
                insert into member_quota as q (member_id, used, change_number)
                select :memberId, 1, 1 from entry
                where :limit > 0 or exists (select from member_quota where member_id = :memberId and max > 0)
                on conflict (member_id) do update set used = q.used + 1, change_number = q.change_number + 1
                where q.used < coalesce(q.max, :limit)
                returning change_number),
            added as (
                insert into schedule (id, member_id, title, location_id, start_at, end_at, note, created_at, updated_at,
                                      change_number%s)
                select entry.id, :memberId, :title, :locationId, cast(:startAt as timestamptz), cast(:endAt as timestamptz),
                       cast(:note as text), cast(:now as timestamptz), cast(:now as timestamptz), slot.change_number%s
                from entry, slot
                returning version)
            """;

    /** A plain plan leaves the other columns to their defaults, so that its statement has no further parameters. */
    private static final String ADD_PLAIN = ADD.formatted("", "");

    private static final String ADD_EXTENDED =
            ADD.formatted(", " + ScheduleColumns.EXTENDED, ",\n" + ScheduleColumns.EXTENDED_VALUES);

    /**
     * Has no row when {@code entry} is empty. The row has no version when the quota is full. The last column says
     * whether a second statement must look for overlapping occurrences.
     */
    private static final String RESULT = """
            select entry.id, entry.overlapping, added.version, %s as incomplete
            from entry left join added on true
            """;

    private static final String RESULT_OF_ONE = RESULT.formatted(ExpandedSchedules.EXIST);
    private static final String RESULT_OF_GIVEN = RESULT.formatted("false");

    private AddStatement() {}

    /**
     * Adds a schedule; returns empty if the table expression {@code entry} has no row. SQL cannot compute the
     * occurrences of a series, so an earlier statement finds the schedules that overlap a series.
     *
     * @param entry the table expression, which ends with a comma
     * @param parameters the parameters of the entry
     * @param overlaps those of the schedule, which is not added yet
     * @throws ScheduleLimitReached when the quota is full
     */
    static Optional<Added> execute(
            JdbcClient client, String entry, Map<String, ?> parameters, Overlaps overlaps, ZoneId zone, int limit) {
        Schedule draft = overlaps.schedule();
        Plan plan = draft.plan();
        boolean given = overlaps.areNone() || overlaps.areOfSeries();
        JdbcClient.StatementSpec statement = client.sql((given ? NEAR_GIVEN : NEAR)
                        + entry
                        + (plan.isPlain() ? ADD_PLAIN : ADD_EXTENDED)
                        + (given ? RESULT_OF_GIVEN : RESULT_OF_ONE))
                .params(parameters)
                .param("memberId", draft.memberId())
                .param("limit", limit)
                .param("now", draft.createdAt().atOffset(ZoneOffset.UTC));
        ScheduleColumns.plain(statement, plan);
        if (!plan.isPlain()) {
            ScheduleColumns.extended(statement, plan);
        }
        if (given) {
            statement.param("overlapping", texts(OverlapReader.of(client, overlaps, zone)));
        } else {
            statement.params(overlaps.parameters());
        }
        return statement
                .query((row, _) -> added(row, draft))
                .optional()
                .map(added -> added.complete() ? added : added.completed(client, zone));
    }

    private static Added added(ResultSet row, Schedule draft) throws SQLException {
        int version = row.getInt("version");
        if (row.wasNull()) {
            throw ScheduleLimitReached.byMember();
        }
        return new Added(
                new ScheduleWithOverlaps(
                        new Schedule(
                                row.getObject("id", UUID.class),
                                draft.memberId(),
                                draft.plan(),
                                version,
                                draft.createdAt(),
                                draft.updatedAt()),
                        ids(row)),
                !row.getBoolean("incomplete"));
    }

    /** Returns the ids in the column {@code overlapping}. */
    static List<UUID> ids(ResultSet row) throws SQLException {
        return List.of((UUID[]) row.getArray("overlapping").getArray());
    }

    /** Returns the ids as the value of a parameter that the statement casts to {@code uuid[]}. */
    static String[] texts(List<UUID> ids) {
        return ids.stream().map(UUID::toString).toArray(String[]::new);
    }

    /**
     * An added schedule.
     *
     * @param complete whether the column {@code overlapping} has all schedules that overlap it
     */
    record Added(ScheduleWithOverlaps schedule, boolean complete) {

        private Added completed(JdbcClient client, ZoneId zone) {
            Schedule added = schedule.schedule();
            List<UUID> overlaps = OverlapReader.of(client, Overlaps.of(added), zone);
            return new Added(new ScheduleWithOverlaps(added, overlaps), overlaps.equals(schedule.overlaps()));
        }
    }
}
