package dev.haru.schedule.report;

import dev.haru.schedule.member.Member;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * The reports of a member's days and weeks, for as far back as there are any, as the JSON that is sent: what is asked
 * for again and again is written once.
 */
@Component
class Reports {

    private final ReportQueries queries;
    private final ReportCaches caches;
    private final JsonMapper json;
    private final Clock clock;

    Reports(ReportQueries queries, ReportCaches caches, JsonMapper json, Clock clock) {
        this.queries = queries;
        this.caches = caches;
        this.json = json;
        this.clock = clock;
    }

    /** The {@link Report} of the day or week that starts on a day. */
    byte[] report(Member member, Cadence cadence, LocalDate start) {
        Instant now = clock.instant();
        Period current = cadence.at(now, member.timeZone());
        LocalDate oldest = cadence.oldest(current.start());
        if (start.isBefore(oldest) || start.isAfter(current.start())) {
            // Before the cache: what was inside yesterday may be outside today.
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

    /** The {@link ReportStatus}: the days or weeks for which there is a report with something in it. */
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
                queries.withSomething(member.memberId(), cadence.window(current)).stream()
                        .map(Period::name)
                        .toList());
    }
}
