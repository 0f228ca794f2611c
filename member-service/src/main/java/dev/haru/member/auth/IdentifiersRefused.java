package dev.haru.member.auth;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import dev.haru.platform.problem.Problems.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * auth-service refused the nickname or the e-mail address. The member receives the status, code, detail, field errors
 * and {@code Retry-After} of its problem, in the language that {@link AccountClient} requested.
 */
final class IdentifiersRefused extends ProblemException {

    private IdentifiersRefused(HttpStatus status, Reason reason) {
        super(status, reason.code(), Message.literal(reason.detail()));
        if (reason.errors() != null) {
            getBody().setProperty("errors", reason.errors());
        }
    }

    static IdentifiersRefused with(int status, Reason reason, @Nullable String retryAfter) {
        IdentifiersRefused refused = new IdentifiersRefused(HttpStatus.valueOf(status), reason);
        if (retryAfter != null) {
            refused.getHeaders().set(HttpHeaders.RETRY_AFTER, retryAfter);
        }
        return refused;
    }

    /** The fields of an auth-service problem that help the member. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Reason(String code, String detail, @Nullable List<FieldError> errors) {}
}
