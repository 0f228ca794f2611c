package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request that replaces or patches a schedule must name the version in If-Match: 428. */
final class IfMatchRequired extends ProblemException {

    private IfMatchRequired() {
        super(
                HttpStatus.PRECONDITION_REQUIRED,
                "precondition-required",
                Message.of("detail.precondition-required.schedule"));
    }

    /** Parses the header. Throws this problem if it is missing, and a 400 problem if it is malformed. */
    static IfMatch parse(@Nullable String header) {
        if (header == null) {
            throw new IfMatchRequired();
        }
        return IfMatch.parse(header);
    }
}
