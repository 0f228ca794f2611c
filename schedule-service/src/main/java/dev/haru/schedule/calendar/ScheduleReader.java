package dev.haru.schedule.calendar;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import dev.haru.schedule.calendar.BusyTimes.Interval;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Reads calendars. Each read is one statement in a transaction of its own. Within a larger transaction,
 * {@link ScheduleStore} reads a schedule.
 *
 * <p>Longer than 120 lines because it keeps the queries of one table together.
 */
@Repository
class ScheduleReader {

    private static final String SCHEDULES = "select " + ScheduleColumns.SHOWN + "\nfrom schedule\n";

    static final String ONE =
            "select " + ScheduleColumns.READ + "\nfrom schedule\nwhere id = :id and member_id = :memberId";

    /**
     * The schedules that are not expanded, and then the expanded ones whose occurrences may reach the window: each has
     * its horizon, so the statement reads no other. The keyset condition is a row comparison, because PostgreSQL turns
     * no other form into a range of the index.
     */
    static final String PAGE = "(" + SCHEDULES + """
            where member_id = :memberId
              and (start_at, id) > (:startAt, :id)
              and start_at < :to
              and end_at > :from
              and time_form is null
            order by start_at, id
            limit :limit)
            union all
            (""" + SCHEDULES + """
            where member_id = :memberId and %s)
            """.formatted(ExpandedSchedules.IN_REACH);

    /** Two generated rows in the format of a page; no table contains them. */
    private static final String WARM_UP_ROWS = """
            select gen_random_uuid() as id, gen_random_uuid() as member_id, 'Warm-up' as title, 1 as location_id,
                   now() as start_at, now() as end_at, cast(null as text) as note, 0 as version, now() as created_at,
                   now() as updated_at, cast(null as text) as time_form, cast(null as timestamp) as local_start,
                   cast(null as timestamp) as local_end, cast(null as text) as time_zone,
                   cast(null as jsonb) as recurrence, cast(null as jsonb) as details, cast(null as text) as uid
            from generate_series(1, 2)
            """;

    static final String BUSY_TIMES =
            ExpandedSchedules.beside("""
                    select lower(busy) as busy_from, upper(busy) as busy_to
                    from (
                        select unnest(range_agg(tstzrange(greatest(start_at, :from), least(end_at, :to)))) as busy
                        from (%s) as reaching) as merged
                    """.formatted(OverlapSql.since(":from"))) + " order by busy_from";

    /** A member without a schedule may have no row. */
    private static final String QUOTA = """
            select coalesce(q.max, :limit) as max, coalesce(q.used, 0) as used
            from (values (:memberId)) as m (id) left join member_quota q on q.member_id = m.id
            """;

    private final JdbcClient jdbc;

    ScheduleReader(DataSource dataSource) {
        this.jdbc = Autocommit.reading(dataSource);
    }

    Optional<Schedule> find(UUID memberId, UUID id) {
        return find(jdbc, ONE, memberId, id);
    }

    /** Reads the member's schedule by a form of {@link #ONE}. The client decides on the transaction. */
    static Optional<Schedule> find(JdbcClient client, String sql, UUID memberId, UUID id) {
        return client.sql(sql)
                .param("id", id)
                .param("memberId", memberId)
                .query((row, _) -> ScheduleColumns.schedule(row))
                .optional();
    }

    /**
     * Returns at most {@code limit} occurrences that overlap the window, by start, after the position.
     *
     * @param zone the time zone of the member
     */
    List<Occurrence> page(UUID memberId, ZoneId zone, Window window, Position after, int limit) {
        List<Schedule> found = rows(memberId, window, after, limit);
        boolean expanded = found.stream().anyMatch(schedule -> schedule.plan().isExpanded());
        return expanded
                ? Expansion.of(found.stream().map(schedule -> schedule.in(zone)).toList(), window, after, limit)
                : found.stream().map(Occurrence::whole).toList();
    }

    /** Returns the sorted schedules that are not expanded, and then the others that may reach the window. */
    private List<Schedule> rows(UUID memberId, Window window, Position after, int limit) {
        return jdbc.sql(PAGE)
                .param("memberId", memberId)
                .param("startAt", after.startAt().atOffset(ZoneOffset.UTC))
                .param("id", after.id())
                .param("from", window.from().atOffset(ZoneOffset.UTC))
                .param("to", window.to().atOffset(ZoneOffset.UTC))
                .params(ExpandedSchedules.reaching(window.from(), window.to()))
                .param("limit", limit)
                .query((row, _) -> ScheduleColumns.schedule(row))
                .list();
    }

    /** Returns the intervals in which the member is busy within the window. */
    List<Interval> busyTimes(UUID memberId, ZoneId zone, Window window) {
        List<Interval> busy = new ArrayList<>();
        ExpandedSchedules expanded = ExpandedSchedules.read(
                jdbc.sql(BUSY_TIMES)
                        .param("memberId", memberId)
                        .params(OverlapSql.before(window.from()))
                        .params(ExpandedSchedules.reaching(window.from(), window.to()))
                        .param("from", window.from().atOffset(ZoneOffset.UTC))
                        .param("to", window.to().atOffset(ZoneOffset.UTC)),
                zone,
                row -> busy.add(new Interval(Instants.of(row, "busy_from"), Instants.of(row, "busy_to"))));
        if (expanded.isEmpty()) {
            return busy;
        }
        expanded.between(window.from(), window.to(), "to")
                .forEach(occurrence -> busy.add(window.cut(occurrence.startAt(), occurrence.endAt())));
        return MergedIntervals.of(busy).toList();
    }

    /**
     * Returns how many schedules the member may have and has.
     *
     * @param limit the limit of a member without a limit of its own
     */
    Quota quota(UUID memberId, int limit) {
        return jdbc.sql(QUOTA)
                .param("memberId", memberId)
                .param("limit", limit)
                .query((row, _) -> Quota.of(row.getInt("max"), row.getInt("used")))
                .single();
    }

    /** Reads two generated schedules, so that warm-up covers the mapping of rows. */
    List<Schedule> warmUpRows() {
        return jdbc.sql(WARM_UP_ROWS)
                .query((row, _) -> ScheduleColumns.schedule(row))
                .list();
    }
}
