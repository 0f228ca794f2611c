package dev.haru.auth.guard;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * The login guard refuses an attempt: 428 if a solved challenge would admit the attempt, otherwise 429 with
 * {@code Retry-After}. The 429 {@code address-blocked} accepts a solved challenge, too.
 */
final class LoginRefused extends ProblemException {

    private LoginRefused(HttpStatus status, String code, Message detail) {
        super(status, code, detail);
    }

    static LoginRefused withoutChallenge() {
        return new LoginRefused(
                HttpStatus.PRECONDITION_REQUIRED,
                "challenge-required",
                Message.of("detail.challenge-required.sign-in"));
    }

    static LoginRefused signUpWithoutChallenge() {
        return new LoginRefused(
                HttpStatus.PRECONDITION_REQUIRED,
                "challenge-required",
                Message.of("detail.challenge-required.registration"));
    }

    static LoginRefused badChallenge() {
        return new LoginRefused(
                HttpStatus.PRECONDITION_REQUIRED,
                "challenge-required",
                Message.of("detail.challenge-required.solution"));
    }

    static LoginRefused tooManyAttempts(@Nullable Instant until, Instant now) {
        return new LoginRefused(
                        HttpStatus.TOO_MANY_REQUESTS, "too-many-attempts", Message.of("detail.too-many-attempts"))
                .retryAt(until, now);
    }

    static LoginRefused addressBlocked(Instant until, Instant now) {
        return new LoginRefused(HttpStatus.TOO_MANY_REQUESTS, "address-blocked", Message.of("detail.address-blocked"))
                .retryAt(until, now);
    }

    private LoginRefused retryAt(@Nullable Instant until, Instant now) {
        long seconds = until == null
                ? 1
                : Math.max(1, Duration.between(now, until).plusMillis(999).toSeconds());
        getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
        return this;
    }

    /** Without a stack trace, because a flood of attempts causes many refusals. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
