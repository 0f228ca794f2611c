package dev.haru.platform.identity;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** Each look-up was made stale by another change of the same account: 503 with a short {@code Retry-After}. */
final class IdentityUnsettled extends ProblemException {

    private IdentityUnsettled() {
        super(
                HttpStatus.SERVICE_UNAVAILABLE,
                "service-unavailable",
                Message.of("detail.service-unavailable.account-changing"));
        getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
    }

    static IdentityUnsettled rightNow() {
        return new IdentityUnsettled();
    }
}
