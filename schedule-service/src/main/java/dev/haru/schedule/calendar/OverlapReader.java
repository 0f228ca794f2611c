package dev.haru.schedule.calendar;

import dev.haru.platform.database.Instants;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads the schedules of a member that overlap another schedule, in the transaction of the caller. */
@Repository
class OverlapReader {

    /** The maximum number of overlapping schedules in a result. */
    static final int MAX = 10;

    /**
     * Returns the schedules with instants that overlap the time from {@code :from} to {@code :to}, without {@code :id}.
     * Each part reads in the order of an index, so it stops at the limit.
     */
    static final String NEAR = """
            select o.id as near_id, o.start_at as near_start, o.end_at as near_end from (
                (select id, start_at, end_at from schedule
                 where member_id = :memberId and start_at > :dayBefore and start_at < :to and end_at > :from
                   and time_form is null and busy and id <> :id
                 order by start_at, id
                 limit %1$d)
                union all
                (select id, start_at, end_at from schedule
                 where member_id = :memberId and start_at > :yearBefore and start_at <= :dayBefore and end_at > :from
                   and end_at - start_at > interval '1 day' and time_form is null and busy and id <> :id
                 order by start_at, id
                 limit %1$d)) as o
            order by o.start_at, o.id
            limit %1$d
            """.formatted(MAX);

    private static final String OF_ONE = ExpandedSchedules.beside(NEAR);

    /** Any schedule during a series may overlap an occurrence, so this reads all of that year. */
    private static final String OF_SERIES = ExpandedSchedules.beside("""
                    select id as near_id, start_at as near_start, end_at as near_end
                    from (%s) as reaching where id <> :id
                    """.formatted(OverlapSql.since(":from")));

    private final JdbcClient jdbc;

    OverlapReader(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the member's other schedules that overlap this one, by start, {@link #MAX} at most. */
    List<UUID> of(Schedule schedule, ZoneId zone) {
        return of(jdbc, Overlaps.of(schedule.in(zone)), zone);
    }

    /** Completes the overlaps by one statement, unless there are none, and returns their ids. */
    static List<UUID> of(JdbcClient client, Overlaps overlaps, ZoneId zone) {
        if (overlaps.areNone()) {
            return List.of();
        }
        JdbcClient.StatementSpec statement =
                client.sql(overlaps.areOfSeries() ? OF_SERIES : OF_ONE).params(overlaps.parameters());
        overlaps.add(ExpandedSchedules.read(
                statement,
                zone,
                row -> overlaps.add(
                        row.getObject("near_id", UUID.class),
                        Instants.of(row, "near_start"),
                        Instants.of(row, "near_end"))));
        return overlaps.ids();
    }
}
