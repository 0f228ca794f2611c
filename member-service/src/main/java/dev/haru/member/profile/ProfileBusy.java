package dev.haru.member.profile;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** Another change of the same profile did not end in time: 503. */
final class ProfileBusy extends ProblemException {

    private ProfileBusy() {
        super(
                HttpStatus.SERVICE_UNAVAILABLE,
                "service-unavailable",
                Message.of("detail.service-unavailable.profile-busy"));
        getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
    }

    static ProfileBusy withAnotherChange() {
        return new ProfileBusy();
    }
}
