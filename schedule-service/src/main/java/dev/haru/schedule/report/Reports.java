package dev.haru.schedule.report;

import dev.haru.schedule.member.Member;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import org.springframework.stereotype.Component;

/** The reports of a member's days and weeks, for as far back as there are any. */
@Component
class Reports {

    private final ReportQueries queries;
    private final ReportCaches caches;
    private final Clock clock;

    Reports(ReportQueries queries, ReportCaches caches, Clock clock) {
        this.queries = queries;
        this.caches = caches;
        this.clock = clock;
    }

    /** The report of the day or week that starts on a day. */
    Report report(Member member, Cadence cadence, LocalDate start) {
        Instant now = clock.instant();
        Period current = cadence.at(now, member.timeZone());
        LocalDate oldest = cadence.oldest(current.start());
        if (start.isBefore(oldest) || start.isAfter(current.start())) {
            // Before the cache: what was inside yesterday may be outside today.
            throw ReportOutsideWindow.of(new Period(cadence, oldest, current.zone()), current);
        }
        Period period = new Period(cadence, start, member.timeZone());
        return caches.reports(cadence)
                .get(member.memberId(), period, now, () -> queries.report(member.memberId(), period));
    }

    /** The days or weeks for which there is a report with something in it. */
    ReportStatus status(Member member, Cadence cadence) {
        Instant now = clock.instant();
        Period current = cadence.at(now, member.timeZone());
        return caches.statuses(cadence)
                .get(
                        member.memberId(),
                        current,
                        now,
                        () -> new ReportStatus(
                                current.zone().getId(),
                                queries.withSomething(member.memberId(), cadence.window(current)).stream()
                                        .map(Period::name)
                                        .toList()));
    }
}
