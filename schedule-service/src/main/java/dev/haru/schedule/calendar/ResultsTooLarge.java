package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The operation was not applied, because the results of the operations before have the maximum size: 413. */
final class ResultsTooLarge extends ProblemException {

    private ResultsTooLarge() {
        super(HttpStatus.CONTENT_TOO_LARGE, "content-too-large", Message.of("detail.content-too-large.results"));
    }

    static ResultsTooLarge inBulk() {
        return new ResultsTooLarge();
    }
}
