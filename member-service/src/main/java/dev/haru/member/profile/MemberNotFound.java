package dev.haru.member.profile;

import dev.haru.platform.problem.ProblemException;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** No member has this id or e-mail address: 404. */
final class MemberNotFound extends ProblemException {

    private MemberNotFound(String detail) {
        super(HttpStatus.NOT_FOUND, "not-found", detail);
    }

    static MemberNotFound withId(UUID id) {
        return new MemberNotFound("No member has the id " + id + ".");
    }

    static MemberNotFound withEmail() {
        return new MemberNotFound("No member has this e-mail address.");
    }
}
