package dev.haru.schedule.calendar;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The member is erased, although this service still accepts the token for a moment: 401. */
final class MemberErased extends ProblemException {

    private MemberErased() {
        super(HttpStatus.UNAUTHORIZED, "unauthorized", "The account is being erased.");
    }

    static MemberErased already() {
        return new MemberErased();
    }
}
