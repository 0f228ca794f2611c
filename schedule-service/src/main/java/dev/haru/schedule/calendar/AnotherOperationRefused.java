package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The operation was not applied, because another operation of the same atomic request was refused: 424. */
final class AnotherOperationRefused extends ProblemException {

    private AnotherOperationRefused() {
        super(
                HttpStatus.FAILED_DEPENDENCY,
                "another-operation-refused",
                Message.of("detail.another-operation-refused"));
    }

    static AnotherOperationRefused inBulk() {
        return new AnotherOperationRefused();
    }
}
