package dev.haru.schedule.report;

import static dev.haru.platform.database.Instants.at;

import dev.haru.schedule.calendar.BusyOccurrence;
import dev.haru.schedule.calendar.ExpandedSchedules;
import dev.haru.schedule.calendar.OverlapSql;
import dev.haru.schedule.report.Period.Stretch;
import dev.haru.schedule.report.Report.Change;
import dev.haru.schedule.report.Report.Gap;
import dev.haru.schedule.report.Report.Hour;
import dev.haru.schedule.report.Report.Overlaps;
import dev.haru.schedule.report.Report.Place;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Computes a report in one statement, or in two if occurrences of expanded schedules count: the first statement returns
 * these schedules, and the second one counts their occurrences, which java.time computes.
 *
 * <p>The transaction is not read-only, because a read-only transaction may use a replica. A replica that lags could
 * return the calendar before a change, and the cache would keep this report until midnight.
 *
 * <p>java.time computes the bounds of days and hours, which are parameters of the statement. The statement never uses
 * PostgreSQL's time zones, because java.time and PostgreSQL may have rules of different years.
 *
 * <p>Multiranges merge overlapping schedules and subtract them from the period (<a
 * href="https://www.postgresql.org/docs/18/functions-range.html">range functions</a>).
 *
 * <p>Longer than 120 lines because one statement computes the whole report.
 */
@Repository
class ReportQueries {

    /** An occurrence of a series counts as a schedule, so the number of the row identifies it. */
    private static final String COUNTS = """
            with reaching as (
                %s),
            inside as (
                select row_number() over () as occurrence, id, location_id, starts, ends, tstzrange(starts, ends) as time
                from (select id, location_id, greatest(start_at, :from) as starts, least(end_at, :to) as ends
                      from reaching) as cut
                where starts < ends),
            busy as (
                select count(*) as count, coalesce(range_agg(time), '{}') as times
                from inside),
            busy_before as (
                select count(*) as count,
                       range_agg(tstzrange(greatest(start_at, :before), least(end_at, :from))) as times
                from reaching
                where start_at < :from),
            clash as (
                select id, row_number() over inorder as number
                from (select occurrence, id, starts, ends,
                             max(ends) over (inorder rows between unbounded preceding and 1 preceding) as ends_before,
                             lead(starts) over inorder as starts_after
                      from inside
                      window inorder as (order by starts, ends, id, occurrence)) as adjacent
                where ends_before > starts or starts_after < ends
                window inorder as (order by starts, ends, id, occurrence)),
            clash_schedule as (
                select id, min(number) as number from clash group by id order by number limit 10),
            gap as (
                select lower(free) as starts, upper(free) as ends
                from busy, unnest(multirange(tstzrange(:from, :to)) - busy.times) as free
                order by upper(free) - lower(free) desc, lower(free)
                limit 1),
            stretch as (
                select hour, tstzrange(to_timestamp(starts), to_timestamp(ends)) as time
                from unnest(:hours, :starts, :ends) as s (hour, starts, ends)),
            hour_count as (
                select hour, count(distinct occurrence) as count
                from stretch join inside on inside.time && stretch.time
                group by hour),
            hour_busy as (
                select hour, sum(extract(epoch from upper(part) - lower(part))) as seconds
                from busy, stretch, unnest(busy.times * multirange(stretch.time)) as part
                group by hour),
            by_hour as (
                select array_agg(coalesce(count, 0) order by hour) as counts,
                       array_agg(cast(trunc(coalesce(seconds, 0)) as bigint) order by hour) as seconds
                from generate_series(0, 23) as hour left join hour_count using (hour) left join hour_busy using (hour)),
            place as (
                select location_id, count(*) as count, range_agg(time) as times
                from inside
                group by location_id),
            by_place as (
                select array_agg(location_id order by location_id) as ids,
                       array_agg(count order by location_id) as counts,
                       array_agg(cast(trunc(seconds) as bigint) order by location_id) as seconds
                from place, lateral (
                    select sum(extract(epoch from upper(part) - lower(part))) as seconds
                    from unnest(times) as part) as total)
            select busy.count as count,
                   (select trunc(sum(extract(epoch from upper(part) - lower(part))))
                    from unnest(busy.times) as part) as seconds,
                   busy_before.count as count_before,
                   (select trunc(sum(extract(epoch from upper(part) - lower(part))))
                    from unnest(busy_before.times) as part) as seconds_before,
                   by_hour.counts as hour_counts, by_hour.seconds as hour_seconds,
                   by_place.ids as place_ids, by_place.counts as place_counts, by_place.seconds as place_seconds,
                   gap.starts as gap_starts, gap.ends as gap_ends,
                   (select count(*) from clash) as clash_count,
                   (select array_agg(id order by number) from clash_schedule) as clash_ids
            from busy cross join busy_before cross join by_hour cross join by_place left join gap on true
            """;

    static final String REPORT = ExpandedSchedules.beside(COUNTS.formatted(OverlapSql.since(":before")));

    private static final String REPORT_WITH_OCCURRENCES =
            COUNTS.formatted(OverlapSql.since(":before") + " union all " + OccurrenceSql.ROWS);

    private final JdbcClient jdbc;

    ReportQueries(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Returns the report on the member's period, also for a period without schedules. Throws the 400 problem if the
     * period has more than {@link ExpandedSchedules#MAX_OCCURRENCES} occurrences.
     */
    @Transactional
    Report report(UUID memberId, Period period) {
        List<Report> plain = new ArrayList<>();
        List<BusyOccurrence> occurrences = ExpandedSchedules.read(
                        of(REPORT, memberId, period), period.zone(), row -> plain.add(report(row, period)))
                .between(
                        period.before().startAt(),
                        period.endAt(),
                        period.cadence().parameter());
        return occurrences.isEmpty()
                ? plain.getFirst()
                : OccurrenceSql.with(of(REPORT_WITH_OCCURRENCES, memberId, period), occurrences)
                        .query((row, _) -> report(row, period))
                        .single();
    }

    JdbcClient.StatementSpec of(String sql, UUID memberId, Period period) {
        Instant before = period.before().startAt();
        List<Stretch> hours = period.hours();
        return jdbc.sql(sql)
                .param("memberId", memberId)
                .params(OverlapSql.before(before))
                .params(ExpandedSchedules.reaching(before, period.endAt()))
                .param("before", at(before))
                .param("from", at(period.startAt()))
                .param("to", at(period.endAt()))
                .param("hours", hours.stream().mapToInt(Stretch::hour).toArray())
                .param("starts", hours.stream().mapToLong(Stretch::from).toArray())
                .param("ends", hours.stream().mapToLong(Stretch::until).toArray());
    }

    private static Report report(ResultSet row, Period period) throws SQLException {
        int count = row.getInt("count");
        int minutes = minutes(row.getLong("seconds"));
        return new Report(
                period.name(),
                period.zone().getId(),
                period.startAt(),
                period.endAt(),
                count,
                minutes,
                hours(row),
                places(row),
                new Overlaps(row.getInt("clash_count"), List.of(array(row, "clash_ids", new UUID[0]))),
                gap(row),
                new Change(count - row.getInt("count_before"), minutes - minutes(row.getLong("seconds_before"))));
    }

    private static List<Hour> hours(ResultSet row) throws SQLException {
        Long[] counts = array(row, "hour_counts", new Long[0]);
        Long[] seconds = array(row, "hour_seconds", new Long[0]);
        return IntStream.range(0, counts.length)
                .mapToObj(hour -> new Hour(hour, counts[hour].intValue(), minutes(seconds[hour])))
                .toList();
    }

    private static List<Place> places(ResultSet row) throws SQLException {
        Integer[] ids = array(row, "place_ids", new Integer[0]);
        Long[] counts = array(row, "place_counts", new Long[0]);
        Long[] seconds = array(row, "place_seconds", new Long[0]);
        return IntStream.range(0, ids.length)
                .mapToObj(i -> new Place(ids[i], counts[i].intValue(), minutes(seconds[i])))
                .toList();
    }

    private static @Nullable Gap gap(ResultSet row) throws SQLException {
        OffsetDateTime starts = row.getObject("gap_starts", OffsetDateTime.class);
        if (starts == null) {
            return null;
        }
        Instant startAt = starts.toInstant();
        Instant endAt = row.getObject("gap_ends", OffsetDateTime.class).toInstant();
        return new Gap(startAt, endAt, (int) Duration.between(startAt, endAt).toMinutes());
    }

    /** Returns the array of the column. The column is null when there was no row to aggregate. */
    @SuppressWarnings("unchecked")
    private static <T> T[] array(ResultSet row, String column, T[] none) throws SQLException {
        Array array = row.getArray(column);
        return array == null ? none : (T[]) array.getArray();
    }

    private static int minutes(long seconds) {
        return (int) (seconds / 60);
    }
}
