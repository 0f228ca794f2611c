package dev.haru.member.profile;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** No member has this id or e-mail address: 404. */
final class MemberNotFound extends ProblemException {

    private MemberNotFound(Message detail) {
        super(HttpStatus.NOT_FOUND, "not-found", detail);
    }

    static MemberNotFound withId(UUID id) {
        return new MemberNotFound(Message.of("detail.not-found.member", id));
    }

    static MemberNotFound withEmail() {
        return new MemberNotFound(Message.of("detail.not-found.email"));
    }
}
