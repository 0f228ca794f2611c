package dev.haru.schedule.report;

import dev.haru.schedule.calendar.BusyOccurrence;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Passes occurrences to a statement that counts them beside the schedules of {@code OverlapSql}. */
final class OccurrenceSql {

    /** Exact: to_timestamp takes a floating-point number, which has no microseconds after the year 2100. */
    private static final String INSTANT = "timestamptz 'epoch' + %s * interval '1 microsecond'";

    /** A query of the occurrences with the columns of {@code OverlapSql}. */
    static final String ROWS = """
            select id, location_id, %s, %s
            from unnest(cast(:occurrenceIds as uuid[]), :occurrenceLocations, :occurrenceStarts, :occurrenceEnds)
                as o (id, location_id, starts, ends)
            """.formatted(INSTANT.formatted("starts"), INSTANT.formatted("ends"));

    private OccurrenceSql() {}

    /** Sets the parameters of {@link #ROWS}. */
    static JdbcClient.StatementSpec with(JdbcClient.StatementSpec statement, List<BusyOccurrence> occurrences) {
        return statement
                .param(
                        "occurrenceIds",
                        occurrences.stream()
                                .map(occurrence -> occurrence.scheduleId().toString())
                                .toArray(String[]::new))
                .param(
                        "occurrenceLocations",
                        occurrences.stream()
                                .mapToInt(BusyOccurrence::locationId)
                                .toArray())
                .param(
                        "occurrenceStarts",
                        occurrences.stream()
                                .mapToLong(occurrence -> micros(occurrence.startAt()))
                                .toArray())
                .param(
                        "occurrenceEnds",
                        occurrences.stream()
                                .mapToLong(occurrence -> micros(occurrence.endAt()))
                                .toArray());
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
