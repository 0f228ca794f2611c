package dev.haru.schedule.report;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** There are no reports from before the window, nor of what is still to come: 404. */
final class ReportOutsideWindow extends ProblemException {

    private ReportOutsideWindow(String detail) {
        super(HttpStatus.NOT_FOUND, "report-outside-window", detail);
    }

    static ReportOutsideWindow of(Period oldest, Period current) {
        return new ReportOutsideWindow("Reports exist from %s to %s in the time zone %s."
                .formatted(oldest.name(), current.name(), current.zone()));
    }
}
