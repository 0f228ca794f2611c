package dev.haru.schedule.calendar;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;

/**
 * Builds the query of the schedules that overlap a window. Schedules longer than a day that began more than a day
 * before the window are found by a partial index. The query therefore does not read all schedules of the year before;
 * see decision 020.
 */
public final class OverlapSql {

    /** The index {@code schedule_long} contains only schedules that last longer. */
    private static final Duration SHORT = Duration.ofDays(1);

    private OverlapSql() {}

    /**
     * Returns a query of the schedules of {@code :memberId} that count from {@code from} to {@code :to}: those that
     * overlap this time and make the member busy, without the expanded schedules. Its columns are id, location_id,
     * start_at and end_at.
     *
     * @param from the name of the parameter with the start of the window, with its colon
     */
    public static String since(String from) {
        return """
                select id, location_id, start_at, end_at from schedule
                where member_id = :memberId and start_at > :dayBefore and start_at < :to and end_at > %1$s
                  and time_form is null and busy
                union all
                select id, location_id, start_at, end_at from schedule
                where member_id = :memberId and start_at > :yearBefore and start_at <= :dayBefore and end_at > %1$s
                  and end_at - start_at > interval '1 day' and time_form is null and busy
                """.formatted(from);
    }

    /**
     * Returns the parameters that bound how far back the query looks. SQL intervals are unsuitable, because the length
     * of their days depends on the time zone of the database session.
     */
    public static Map<String, OffsetDateTime> before(Instant from) {
        return Map.of(
                "dayBefore", from.minus(SHORT).atOffset(ZoneOffset.UTC),
                "yearBefore", from.minus(Window.LONGEST_SCHEDULE).atOffset(ZoneOffset.UTC));
    }
}
