package dev.haru.auth.schedule;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** schedule-service gave no usable answer: 503. It may have made the change. */
final class ScheduleUnavailable extends ProblemException {

    private static final String SECONDS = "1";

    ScheduleUnavailable(@Nullable Throwable cause) {
        super(
                HttpStatus.SERVICE_UNAVAILABLE,
                "service-unavailable",
                Message.of("detail.service-unavailable.schedule"),
                cause);
        getHeaders().set(HttpHeaders.RETRY_AFTER, SECONDS);
    }
}
