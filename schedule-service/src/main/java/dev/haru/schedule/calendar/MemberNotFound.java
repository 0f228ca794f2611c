package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The member of an internal call is erased: 404. */
final class MemberNotFound extends ProblemException {

    private MemberNotFound() {
        super(HttpStatus.NOT_FOUND, "not-found", Message.of("detail.not-found.member"));
    }

    static MemberNotFound erased() {
        return new MemberNotFound();
    }
}
