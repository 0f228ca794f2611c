package dev.haru.schedule.calendar;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;

/**
 * The schedules that reach into a window: of those that began before it, the few long ones by an index of their own, so
 * that nobody's past year is read for all the others; see decision 020.
 */
public final class OverlapSql {

    /** What lasts no longer is not in the index schedule_long. */
    private static final Duration SHORT = Duration.ofDays(1);

    private OverlapSql() {}

    /**
     * A query of {@code :memberId}'s id, location_id, start_at and end_at until {@code :to}.
     *
     * @param from the parameter from which on, with its colon
     */
    public static String since(String from) {
        return """
                select id, location_id, start_at, end_at from schedule
                where member_id = :memberId and start_at > :dayBefore and start_at < :to and end_at > %1$s
                union all
                select id, location_id, start_at, end_at from schedule
                where member_id = :memberId and start_at > :yearBefore and start_at <= :dayBefore and end_at > %1$s
                  and end_at - start_at > interval '1 day'
                """.formatted(from);
    }

    /** The parameters that say how far back to look; no intervals of SQL's, whose days have the session's hours. */
    public static Map<String, OffsetDateTime> before(Instant from) {
        return Map.of(
                "dayBefore", from.minus(SHORT).atOffset(ZoneOffset.UTC),
                "yearBefore", from.minus(Window.LONGEST_SCHEDULE).atOffset(ZoneOffset.UTC));
    }
}
