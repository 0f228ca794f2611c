package dev.haru.schedule.calendar;

import dev.haru.platform.database.Autocommit;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Searches a member's calendar. The statement reads the member's part of an index and filters it: the limit of
 * schedules bounds the work, and a text index would make additions slower.
 */
@Repository
class ScheduleSearch {

    private final JdbcClient jdbc;

    ScheduleSearch(DataSource dataSource) {
        this.jdbc = Autocommit.reading(dataSource);
    }

    /** Returns at most {@code limit} schedules after the position, each series once. */
    List<Schedule> page(UUID memberId, ZoneId zone, ScheduleQuery query, Position after, int limit) {
        List<Schedule> found = statement(memberId, query, after, limit)
                .query((row, _) -> ScheduleColumns.schedule(row).in(zone))
                .list();
        boolean expanded = found.stream().anyMatch(schedule -> schedule.plan().isExpanded());
        return expanded ? merged(found, query, after, limit) : found;
    }

    /** Sorts the expanded schedules of the page in between, because only java.time knows their instants. */
    private static List<Schedule> merged(List<Schedule> found, ScheduleQuery query, Position after, int limit) {
        Comparator<Position> order = query.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return found.stream()
                .filter(schedule -> order.compare(position(schedule), after) > 0)
                .filter(schedule -> !schedule.plan().isExpanded() || isInWindow(schedule, query.window()))
                .sorted(Comparator.comparing(ScheduleSearch::position, order))
                .limit(limit)
                .toList();
    }

    private static boolean isInWindow(Schedule schedule, Window window) {
        return !Expansion.of(schedule, window, 1).isEmpty();
    }

    private static Position position(Schedule schedule) {
        return new Position(schedule.startAt(), schedule.id());
    }

    private JdbcClient.StatementSpec statement(UUID memberId, ScheduleQuery query, Position after, int limit) {
        Window window = query.window();
        return jdbc.sql(SearchSql.of(query))
                .params(ExpandedSchedules.reaching(window.from(), window.to()))
                .param("memberId", memberId)
                .param("earliest", window.start().startAt().atOffset(ZoneOffset.UTC))
                .param("from", window.from().atOffset(ZoneOffset.UTC))
                .param("to", window.to().atOffset(ZoneOffset.UTC))
                .param("updatedSince", query.updatedSince().atOffset(ZoneOffset.UTC))
                .param("text", query.text())
                .param("tag", query.tag())
                .param("status", query.status())
                .param("startAt", after.startAt().atOffset(ZoneOffset.UTC))
                .param("id", after.id())
                .param("limit", limit);
    }
}
