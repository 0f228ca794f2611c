package dev.haru.schedule.icalendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** An import cannot begin, or there is none with this id. */
final class ImportProblem extends ProblemException {

    private static final String RETRY_AFTER_SECONDS = "5";

    private ImportProblem(HttpStatus status, String code, Message detail) {
        super(status, code, detail);
    }

    static ImportProblem notFound() {
        return new ImportProblem(HttpStatus.NOT_FOUND, "not-found", Message.of("detail.not-found.import"));
    }

    static ImportProblem tooLarge() {
        return new ImportProblem(
                HttpStatus.CONTENT_TOO_LARGE,
                "content-too-large",
                Message.of("detail.content-too-large.calendar", CalendarBounds.BYTES));
    }

    /** The member has an import that has not ended. */
    static ImportProblem pending() {
        return retry(new ImportProblem(HttpStatus.CONFLICT, "import-pending", Message.of("detail.import-pending")));
    }

    /** This process reads the maximum number of files, or too many imports wait. */
    static ImportProblem saturated() {
        return retry(new ImportProblem(
                HttpStatus.SERVICE_UNAVAILABLE, "imports-saturated", Message.of("detail.imports-saturated")));
    }

    private static ImportProblem retry(ImportProblem problem) {
        problem.getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        return problem;
    }
}
