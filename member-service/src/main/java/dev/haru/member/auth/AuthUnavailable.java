package dev.haru.member.auth;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import feign.FeignException;
import feign.codec.DecodeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** auth-service gave no usable answer: 503 and not 401, because the token may be valid. */
final class AuthUnavailable extends ProblemException {

    private static final Logger log = LoggerFactory.getLogger(AuthUnavailable.class);

    private AuthUnavailable(Throwable cause) {
        super(
                HttpStatus.SERVICE_UNAVAILABLE,
                "service-unavailable",
                Message.of("detail.service-unavailable.auth"),
                cause);
        getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
    }

    /** Logs which call failed and the reason, but neither the token nor the body of an answer. */
    static AuthUnavailable during(String call, RuntimeException failure) {
        log.warn("auth-service is unavailable: {}: {}", call, reason(failure));
        return new AuthUnavailable(failure);
    }

    private static String reason(RuntimeException failure) {
        return switch (failure) {
            case DecodeException _ -> "unreadable answer";
            case FeignException answer when answer.status() > 0 -> "status " + answer.status();
            case FeignException unanswered -> String.valueOf(unanswered.getCause());
            default -> failure.getClass().getSimpleName();
        };
    }
}
