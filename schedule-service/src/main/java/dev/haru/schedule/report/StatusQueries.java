package dev.haru.schedule.report;

import dev.haru.schedule.calendar.ExpandedSchedules;
import dev.haru.schedule.calendar.OverlapSql;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Finds the periods that a schedule overlaps in one statement. It also returns the expanded schedules, whose
 * occurrences java.time computes.
 *
 * <p>The transaction is not read-only for the reason that {@link ReportQueries} states.
 */
@Repository
class StatusQueries {

    static final String OVERLAPPED = ExpandedSchedules.beside("""
                    with reaching as materialized (
                        %s)
                    select number - 1 as period
                    from unnest(:starts, :ends) with ordinality as period (starts, ends, number)
                    where exists (
                        select
                        from reaching
                        where start_at < to_timestamp(ends) and end_at > to_timestamp(starts) and starts < ends)
                    """.formatted(OverlapSql.since(":from")));

    private final JdbcClient jdbc;

    StatusQueries(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns those of the consecutive periods that a schedule of the member overlaps. */
    @Transactional
    List<Period> overlapped(UUID memberId, List<Period> periods) {
        BitSet overlapped = new BitSet();
        long[] starts = seconds(periods, Period::startAt);
        long[] ends = seconds(periods, Period::endAt);
        ExpandedSchedules.read(
                        of(OVERLAPPED, memberId, periods),
                        periods.getFirst().zone(),
                        row -> overlapped.set(row.getInt("period")))
                .visit(from(periods), to(periods), occurrence -> {
                    for (int i = overlapped.nextClearBit(0); i < starts.length; i = overlapped.nextClearBit(i + 1)) {
                        overlapped.set(
                                i,
                                starts[i] < ends[i]
                                        && occurrence.startAt().isBefore(Instant.ofEpochSecond(ends[i]))
                                        && occurrence.endAt().isAfter(Instant.ofEpochSecond(starts[i])));
                    }
                    return overlapped.cardinality() < starts.length;
                });
        return overlapped.stream().mapToObj(periods::get).toList();
    }

    JdbcClient.StatementSpec of(String sql, UUID memberId, List<Period> periods) {
        return jdbc.sql(sql)
                .param("memberId", memberId)
                .params(OverlapSql.before(from(periods)))
                .params(ExpandedSchedules.reaching(from(periods), to(periods)))
                .param("from", from(periods).atOffset(ZoneOffset.UTC))
                .param("to", to(periods).atOffset(ZoneOffset.UTC))
                .param("starts", seconds(periods, Period::startAt))
                .param("ends", seconds(periods, Period::endAt));
    }

    private static Instant from(List<Period> periods) {
        return periods.getFirst().startAt();
    }

    private static Instant to(List<Period> periods) {
        return periods.getLast().endAt();
    }

    private static long[] seconds(List<Period> periods, Function<Period, Instant> bound) {
        return periods.stream()
                .mapToLong(period -> bound.apply(period).getEpochSecond())
                .toArray();
    }
}
