package dev.haru.schedule.report;

import dev.haru.schedule.member.Member;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * The reports on a member's days and weeks, within the window of available periods. A report is the JSON of the
 * response, so that a cached report is serialised only once.
 */
@Component
class Reports {

    private final ReportQueries queries;
    private final StatusQueries statuses;
    private final ReportCaches caches;
    private final JsonMapper json;
    private final Clock clock;

    Reports(ReportQueries queries, StatusQueries statuses, ReportCaches caches, JsonMapper json, Clock clock) {
        this.queries = queries;
        this.statuses = statuses;
        this.caches = caches;
        this.json = json;
        this.clock = clock;
    }

    /** Returns the {@link Report} on the day or week that starts on the given day. */
    byte[] report(Member member, Cadence cadence, LocalDate start) {
        Instant now = clock.instant();
        Period current = cadence.at(now, member.timeZone());
        LocalDate oldest = cadence.oldest(current.start());
        if (start.isBefore(oldest) || start.isAfter(current.start())) {
            // Checked before the cache: a cached period may have left the window since yesterday.
            throw ReportOutsideWindow.of(new Period(cadence, oldest, current.zone()), current);
        }
        Period period = new Period(cadence, start, member.timeZone());
        return caches.reports(cadence)
                .get(
                        member.memberId(),
                        period,
                        now,
                        () -> json.writeValueAsBytes(queries.report(member.memberId(), period)));
    }

    /** Returns the {@link ReportStatus}: the days or weeks that a schedule overlaps. */
    byte[] status(Member member, Cadence cadence) {
        Instant now = clock.instant();
        Period current = cadence.at(now, member.timeZone());
        return caches.statuses(cadence)
                .get(
                        member.memberId(),
                        current,
                        now,
                        () -> json.writeValueAsBytes(computedStatus(member, cadence, current)));
    }

    private ReportStatus computedStatus(Member member, Cadence cadence, Period current) {
        return new ReportStatus(
                current.zone().getId(),
                statuses.overlapped(member.memberId(), cadence.window(current)).stream()
                        .map(Period::name)
                        .toList());
    }
}
