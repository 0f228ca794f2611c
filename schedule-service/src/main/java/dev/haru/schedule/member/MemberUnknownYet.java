package dev.haru.schedule.member;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** Nobody can say right now who calls, which is no word about the token: 503, and soon again. */
final class MemberUnknownYet extends ProblemException {

    static final String PROFILE_NOT_READY = "profile-not-ready";

    private static final String RETRY_AFTER_SECONDS = "1";

    private MemberUnknownYet(String code, String detail) {
        super(HttpStatus.SERVICE_UNAVAILABLE, code, detail);
        getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }

    static MemberUnknownYet profileNotReady() {
        return new MemberUnknownYet(
                PROFILE_NOT_READY,
                "The profile of the new account does not exist yet. Try again after Retry-After seconds.");
    }

    static MemberUnknownYet serviceUnavailable() {
        return new MemberUnknownYet("service-unavailable", "The service cannot check the access token right now.");
    }
}
