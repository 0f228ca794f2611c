package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The member is erased, although this service still accepts the token for a moment: 401. */
public final class MemberErased extends ProblemException {

    private MemberErased() {
        super(HttpStatus.UNAUTHORIZED, "unauthorized", Message.of("detail.unauthorized.erased"));
    }

    public static MemberErased already() {
        return new MemberErased();
    }
}
