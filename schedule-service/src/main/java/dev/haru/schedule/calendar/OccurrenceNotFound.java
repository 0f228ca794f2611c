package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The schedule is no series, or has no occurrence with this original start: 404. */
final class OccurrenceNotFound extends ProblemException {

    private OccurrenceNotFound() {
        super(HttpStatus.NOT_FOUND, "not-found", Message.of("detail.not-found.occurrence"));
    }

    static OccurrenceNotFound ofSeries() {
        return new OccurrenceNotFound();
    }
}
