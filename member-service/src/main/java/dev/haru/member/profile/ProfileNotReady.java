package dev.haru.member.profile;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** The account exists, but its profile has not arrived from auth-service yet: 503. */
final class ProfileNotReady extends ProblemException {

    private ProfileNotReady() {
        super(HttpStatus.SERVICE_UNAVAILABLE, "profile-not-ready", Message.of("detail.profile-not-ready"));
        getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
    }

    static ProfileNotReady yet() {
        return new ProfileNotReady();
    }
}
