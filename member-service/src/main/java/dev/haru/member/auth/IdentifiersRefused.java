package dev.haru.member.auth;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.haru.platform.problem.ProblemException;
import dev.haru.platform.problem.Problems.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * auth-service refused the nickname or the e-mail address. The member receives the status, code, detail and field
 * errors of its problem.
 */
final class IdentifiersRefused extends ProblemException {

    private IdentifiersRefused(HttpStatus status, Reason reason) {
        super(status, reason.code(), reason.detail());
        if (reason.errors() != null) {
            getBody().setProperty("errors", reason.errors());
        }
    }

    static IdentifiersRefused with(int status, Reason reason) {
        return new IdentifiersRefused(HttpStatus.valueOf(status), reason);
    }

    /** The fields of an auth-service problem that help the member. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Reason(String code, String detail, @Nullable List<FieldError> errors) {}
}
