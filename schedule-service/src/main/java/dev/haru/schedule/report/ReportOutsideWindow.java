package dev.haru.schedule.report;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The period is older than the oldest report, or in the future: 404. */
final class ReportOutsideWindow extends ProblemException {

    private ReportOutsideWindow(Message detail) {
        super(HttpStatus.NOT_FOUND, "report-outside-window", detail);
    }

    static ReportOutsideWindow of(Period oldest, Period current) {
        return new ReportOutsideWindow(
                Message.of("detail.report-outside-window", oldest.name(), current.name(), current.zone()));
    }
}
