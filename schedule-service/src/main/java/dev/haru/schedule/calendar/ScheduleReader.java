package dev.haru.schedule.calendar;

import dev.haru.platform.database.Autocommit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Reads calendars. Each read is one statement in a transaction of its own. Within a larger transaction,
 * {@link ScheduleRepository} reads a schedule.
 */
@Repository
class ScheduleReader {

    private static final String SCHEDULES = """
            select id, member_id, title, location_id, start_at, end_at, note, version, created_at, updated_at
            from schedule
            """;

    private static final String ONE = SCHEDULES + "where id = :id and member_id = :memberId";

    /** The keyset condition is a row comparison, because PostgreSQL turns no other form into a range of the index. */
    static final String PAGE = SCHEDULES + """
            where member_id = :memberId
              and (start_at, id) > (:startAt, :id)
              and start_at < :to
              and end_at > :from
            order by start_at, id
            limit :limit
            """;

    /** Two generated rows in the format of a page; no table contains them. */
    private static final String WARM_UP_ROWS = """
            select gen_random_uuid() as id, gen_random_uuid() as member_id, 'Practice' as title, 1 as location_id,
                   now() as start_at, now() as end_at, cast(null as text) as note, 0 as version, now() as created_at,
                   now() as updated_at
            from generate_series(1, 2)
            """;

    static final String BUSY_TIMES = """
            select lower(busy) as start_at, upper(busy) as end_at
            from (
                select unnest(range_agg(tstzrange(greatest(start_at, :from), least(end_at, :to)))) as busy
                from (%s) as reaching) as merged
            order by start_at
            """.formatted(OverlapSql.since(":from"));

    private final JdbcClient jdbc;

    ScheduleReader(DataSource dataSource) {
        this.jdbc = Autocommit.reading(dataSource);
    }

    Optional<Schedule> find(UUID memberId, UUID id) {
        return jdbc.sql(ONE)
                .param("id", id)
                .param("memberId", memberId)
                .query((row, _) -> schedule(row))
                .optional();
    }

    /** Returns at most {@code limit} schedules that overlap the window, by start, after the position. */
    List<Schedule> page(UUID memberId, Window window, Position after, int limit) {
        return jdbc.sql(PAGE)
                .param("memberId", memberId)
                .param("startAt", after.startAt().atOffset(ZoneOffset.UTC))
                .param("id", after.id())
                .param("from", window.from().atOffset(ZoneOffset.UTC))
                .param("to", window.to().atOffset(ZoneOffset.UTC))
                .param("limit", limit)
                .query((row, _) -> schedule(row))
                .list();
    }

    /** Returns the intervals in which the member is busy within the window. */
    List<BusyTimes.Interval> busyTimes(UUID memberId, Window window) {
        return jdbc.sql(BUSY_TIMES)
                .param("memberId", memberId)
                .params(OverlapSql.before(window.from()))
                .param("from", window.from().atOffset(ZoneOffset.UTC))
                .param("to", window.to().atOffset(ZoneOffset.UTC))
                .query((row, _) -> new BusyTimes.Interval(
                        row.getTimestamp("start_at").toInstant(),
                        row.getTimestamp("end_at").toInstant()))
                .list();
    }

    /** Reads two generated schedules, so that warm-up covers the mapping of rows. */
    List<Schedule> warmUpRows() {
        return jdbc.sql(WARM_UP_ROWS).query((row, _) -> schedule(row)).list();
    }

    private static Schedule schedule(ResultSet row) throws SQLException {
        return new Schedule(
                row.getObject("id", UUID.class),
                row.getObject("member_id", UUID.class),
                new Plan(
                        row.getString("title"),
                        row.getInt("location_id"),
                        row.getTimestamp("start_at").toInstant(),
                        row.getTimestamp("end_at").toInstant(),
                        row.getString("note")),
                row.getInt("version"),
                row.getTimestamp("created_at").toInstant(),
                row.getTimestamp("updated_at").toInstant());
    }
}
