package dev.haru.auth.export;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.time.Duration;
import java.util.UUID;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** An export cannot begin, or there is no archive. */
final class ExportProblem extends ProblemException {

    private ExportProblem(HttpStatus status, String code, Message detail) {
        super(status, code, detail);
    }

    /** The account has requested the maximum of exports in 24 hours. */
    static ExportProblem tooMany(int daily, Duration pause) {
        return after(
                new ExportProblem(
                        HttpStatus.TOO_MANY_REQUESTS, "too-many-exports", Message.of("detail.too-many-exports", daily)),
                pause);
    }

    /** The account has the maximum of downloads at the same time. */
    static ExportProblem tooManyDownloads(int downloads, Duration pause) {
        return after(
                new ExportProblem(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "too-many-exports",
                        Message.of("detail.too-many-exports.downloads", downloads)),
                pause);
    }

    /** All accounts together have the maximum of exports. */
    static ExportProblem saturated(Duration pause) {
        return after(
                new ExportProblem(
                        HttpStatus.SERVICE_UNAVAILABLE, "exports-saturated", Message.of("detail.exports-saturated")),
                pause);
    }

    /** The export is unknown, has expired, or belongs to another account; the problem does not say which. */
    static ExportProblem withId(UUID id) {
        return new ExportProblem(HttpStatus.NOT_FOUND, "not-found", Message.of("detail.not-found.export", id));
    }

    /** The archive could not be gathered. */
    static ExportProblem failed() {
        return new ExportProblem(HttpStatus.GONE, "export-failed", Message.of("detail.export-failed"));
    }

    private static ExportProblem after(ExportProblem problem, Duration pause) {
        problem.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, pause.toSeconds())));
        return problem;
    }
}
