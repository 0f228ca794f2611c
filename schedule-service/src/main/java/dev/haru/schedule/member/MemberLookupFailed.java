package dev.haru.schedule.member;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * The member of a token cannot be looked up now, whether or not the token is active: 503, with a Retry-After of one
 * second.
 */
final class MemberLookupFailed extends ProblemException {

    static final String PROFILE_NOT_READY = "profile-not-ready";

    private static final String RETRY_AFTER_SECONDS = "1";

    private MemberLookupFailed(String code, Message detail) {
        super(HttpStatus.SERVICE_UNAVAILABLE, code, detail);
        getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }

    static MemberLookupFailed profileNotReady() {
        return new MemberLookupFailed(PROFILE_NOT_READY, Message.of("detail.profile-not-ready"));
    }

    static MemberLookupFailed serviceUnavailable() {
        return new MemberLookupFailed("service-unavailable", Message.of("detail.service-unavailable.member"));
    }
}
