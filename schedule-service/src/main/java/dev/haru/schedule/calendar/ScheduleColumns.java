package dev.haru.schedule.calendar;

import dev.haru.platform.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads and writes the columns of a schedule. */
final class ScheduleColumns {

    /** The columns of a plan besides those that a plain plan needs. */
    static final String EXTENDED =
            "time_form, local_start, local_end, time_zone, recurrence, reach_from, reach_to, busy, details, uid";

    /** The values of {@link #EXTENDED} from the parameters of {@link #extended}. */
    static final String EXTENDED_VALUES = """
            cast(:timeForm as text), cast(:localStart as timestamp), cast(:localEnd as timestamp), cast(:timeZone as text),
            cast(:recurrence as jsonb), cast(:reachFrom as timestamptz), cast(:reachTo as timestamptz),
            cast(:busy as boolean), cast(:details as jsonb), cast(:uid as text)""";

    /** The columns that {@link #schedule} reads. */
    static final String READ =
            "id, member_id, title, location_id, start_at, end_at, note, version, created_at, updated_at, time_form, "
                    + "local_start, local_end, time_zone, recurrence, details, uid";

    /** As {@link #READ}, without the content lines that only an export and a change need. */
    static final String SHOWN = READ.replace("details", "details - 'kept' as details");

    /** The columns that {@link #schedule} reads, as nulls in place of a deleted schedule, without the id. */
    static final String NULLS = "null" + ", null".repeat(READ.split(",").length - 2);

    private ScheduleColumns() {}

    /** Maps a row with the columns {@link #READ}. */
    static Schedule schedule(ResultSet row) throws SQLException {
        return new Schedule(
                row.getObject("id", UUID.class),
                row.getObject("member_id", UUID.class),
                plan(row),
                row.getInt("version"),
                Instants.of(row, "created_at"),
                Instants.of(row, "updated_at"));
    }

    private static Plan plan(ResultSet row) throws SQLException {
        @Nullable String form = row.getString("time_form");
        Plan single = new Plan(
                row.getString("title"),
                row.getInt("location_id"),
                form == null
                        ? new ScheduleTime(TimeForm.INSTANT, utc(row, "start_at"), utc(row, "end_at"), ZoneOffset.UTC)
                        : time(row, TimeForm.of(form)),
                row.getString("note"),
                PlanJson.details(row.getString("details")),
                null,
                row.getString("uid"));
        return form == null ? single : PlanJson.withRecurrence(single, row.getString("recurrence"));
    }

    /** The driver returns timestamps in UTC, so no instant is computed. */
    private static LocalDateTime utc(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class)
                .withOffsetSameInstant(ZoneOffset.UTC)
                .toLocalDateTime();
    }

    private static ScheduleTime time(ResultSet row, TimeForm form) throws SQLException {
        return new ScheduleTime(
                form,
                row.getObject("local_start", LocalDateTime.class),
                row.getObject("local_end", LocalDateTime.class),
                form == TimeForm.INSTANT ? ZoneOffset.UTC : ZoneId.of(row.getString("time_zone")));
    }

    /** Returns a name that PostgreSQL knows, too. */
    private static String zone(ScheduleTime time) {
        return time.form() == TimeForm.INSTANT ? "UTC" : time.zone().getId();
    }

    /** Sets the parameters of the columns that every plan needs. */
    static JdbcClient.StatementSpec plain(JdbcClient.StatementSpec statement, Plan plan) {
        return statement
                .param("title", plan.title())
                .param("locationId", plan.locationId())
                .param("startAt", plan.startAt().atOffset(ZoneOffset.UTC))
                .param("endAt", plan.endAt().atOffset(ZoneOffset.UTC))
                .param("note", plan.note());
    }

    /** Sets the parameters of {@link #EXTENDED_VALUES}. */
    static JdbcClient.StatementSpec extended(JdbcClient.StatementSpec statement, Plan plan) {
        boolean expanded = plan.isExpanded();
        ScheduleTime time = plan.time();
        @Nullable Horizon horizon = expanded ? Horizon.of(plan) : null;
        return statement
                .param("timeForm", expanded ? time.form().column() : null)
                .param("localStart", expanded ? time.start() : null)
                .param("localEnd", expanded ? time.end() : null)
                .param("timeZone", expanded ? zone(time) : null)
                .param("recurrence", PlanJson.recurrence(plan))
                .param("reachFrom", horizon == null ? null : horizon.from())
                .param("reachTo", horizon == null ? null : horizon.to())
                .param("busy", plan.details().isBusy())
                .param("details", PlanJson.details(plan))
                .param("uid", plan.uid());
    }
}
