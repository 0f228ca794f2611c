package dev.haru.member.auth;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.haru.platform.problem.ProblemException;
import dev.haru.platform.problem.Problems.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** auth-service refuses the nickname or the e-mail address; the member gets its problem unchanged. */
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

    /** What a problem of auth-service says that is of use to the member. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Reason(String code, String detail, @Nullable List<FieldError> errors) {}
}
