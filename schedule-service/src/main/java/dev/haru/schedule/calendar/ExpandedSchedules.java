package dev.haru.schedule.calendar;

import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The expanded schedules of a member that may have an occurrence in a window. Only java.time computes their instants,
 * so a statement that counts returns them as further rows. For a member without expanded schedules, the statement reads
 * an empty part of one more index; see decision 066.
 *
 * <p>Longer than 120 lines because the columns of the statement and the code that reads them must agree.
 */
public final class ExpandedSchedules {

    /** The maximum number of occurrences that one request counts. */
    public static final int MAX_OCCURRENCES = 50_000;

    /** The condition of the schedules that {@link #reaching} bounds. */
    static final String IN_REACH = """
            time_form is not null and reach_to > :reachingFrom and reach_from < :reachingTo
            """;

    private static final String FROM = "from schedule where member_id = :memberId and " + IN_REACH;

    /** A query of the expanded schedules without their texts, which a count does not need. */
    private static final String REACHING = """
            select id, member_id, '' as title, location_id, start_at, end_at, cast(null as text) as note, version, created_at,
                   updated_at, time_form, local_start, local_end, time_zone, recurrence,
                   details - cast('{description,kept}' as text[]) as details, cast(null as text) as uid
            %s
            """.formatted(FROM);

    /** The condition that the member has an expanded schedule in reach. */
    static final String EXIST = "exists (select " + FROM + ")";

    private final List<Schedule> schedules;

    private ExpandedSchedules(List<Schedule> schedules) {
        this.schedules = schedules;
    }

    /**
     * Returns a statement whose rows are those of a query, and the expanded schedules of {@code :memberId}. The names
     * of the query's columns differ from those of {@link ScheduleColumns#READ}.
     */
    public static String beside(String query) {
        return "select counted.*, expanded.* from (%s) as counted full join (%s) as expanded on false"
                .formatted(query, REACHING);
    }

    /**
     * Returns the parameters that bound the expanded schedules of {@link #beside} to a window. The stored horizon may
     * be outdated: the member has moved to another time zone, or the rules of the time zone have changed.
     */
    public static Map<String, OffsetDateTime> reaching(Instant from, Instant to) {
        return Map.of(
                "reachingFrom", from.minus(Expansion.LARGEST_SHIFT).atOffset(ZoneOffset.UTC),
                "reachingTo", to.plus(Expansion.LARGEST_SHIFT).atOffset(ZoneOffset.UTC));
    }

    /**
     * Executes a statement of {@link #beside}.
     *
     * @param zone the current time zone of the member
     * @param counted receives each row of the query
     */
    public static ExpandedSchedules read(JdbcClient.StatementSpec statement, ZoneId zone, RowCallbackHandler counted) {
        List<Schedule> schedules = new ArrayList<>();
        statement.query(row -> {
            if (row.getObject("member_id") == null) {
                counted.processRow(row);
            } else {
                schedules.add(ScheduleColumns.schedule(row).in(zone));
            }
        });
        return new ExpandedSchedules(schedules);
    }

    public boolean isEmpty() {
        return schedules.isEmpty();
    }

    List<Schedule> without(UUID id) {
        return schedules.stream().filter(schedule -> !schedule.id().equals(id)).toList();
    }

    /** Calls an action with each busy occurrence that overlaps the window, until the action returns false. */
    public void visit(Instant from, Instant to, Predicate<BusyOccurrence> action) {
        boolean more = true;
        for (int i = 0; i < schedules.size() && more; i++) {
            Deadline.requireTime();
            more = BusyOccurrence.of(schedules.get(i), from, to, MAX_OCCURRENCES)
                    .allMatch(action);
        }
    }

    /**
     * Returns all busy occurrences that overlap the window.
     *
     * @param field the request's field for the 400 problem of more than {@link #MAX_OCCURRENCES}
     */
    public List<BusyOccurrence> between(Instant from, Instant to, String field) {
        List<BusyOccurrence> occurrences = new ArrayList<>();
        visit(from, to, occurrence -> {
            if (occurrences.size() == MAX_OCCURRENCES) {
                throw InvalidRequest.field(
                        field, Message.of("field.too-many-occurrences", Integer.toString(MAX_OCCURRENCES)));
            }
            return occurrences.add(occurrence);
        });
        return occurrences;
    }
}
