package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import dev.haru.platform.token.BearerChallenge;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** The member is erased, although this service still accepts the token for a moment: 401. */
public final class MemberErased extends ProblemException {

    private MemberErased() {
        super(HttpStatus.UNAUTHORIZED, "unauthorized", Message.of("detail.unauthorized.erased"));
        getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, BearerChallenge.INVALID_TOKEN);
    }

    public static MemberErased already() {
        return new MemberErased();
    }
}
