package dev.haru.schedule.template;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request that replaces or patches a template must name the version in If-Match: 428. */
final class IfMatchRequired extends ProblemException {

    private IfMatchRequired() {
        super(
                HttpStatus.PRECONDITION_REQUIRED,
                "precondition-required",
                Message.of("detail.precondition-required.template"));
    }

    /** Returns the header. Throws this problem if it is missing. */
    static String require(@Nullable String header) {
        if (header == null) {
            throw new IfMatchRequired();
        }
        return header;
    }
}
