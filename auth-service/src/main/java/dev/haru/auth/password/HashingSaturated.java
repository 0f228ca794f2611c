package dev.haru.auth.password;

import dev.haru.platform.capacity.CapacityReport;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** More passwords arrive than the cores can hash: 503 with {@code Retry-After}. */
final class HashingSaturated extends ProblemException {

    private HashingSaturated(Message detail) {
        super(HttpStatus.SERVICE_UNAVAILABLE, "hashing-saturated", detail);
        getHeaders().set(HttpHeaders.RETRY_AFTER, "2");
        getHeaders().set(CapacityReport.SATURATED_HEADER, "hashing");
    }

    /** Without a stack trace, because a flood causes many refusals and their stack traces have no use. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    static HashingSaturated queueFull() {
        return new HashingSaturated(Message.of("detail.hashing-saturated.queue"));
    }

    static HashingSaturated waitedTooLong() {
        return new HashingSaturated(Message.of("detail.hashing-saturated.wait"));
    }
}
