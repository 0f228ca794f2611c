package dev.haru.platform.problem;

import dev.haru.platform.problem.Problems.FieldError;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/** A 400 for what only the service can know about a field, such as a name that no reference table has. */
public final class InvalidRequest extends ErrorResponseException {

    private InvalidRequest(List<FieldError> errors) {
        super(HttpStatus.BAD_REQUEST, Problems.invalid(errors), null);
    }

    /** This field, as the client named it, and what it must be. */
    public static InvalidRequest field(String field, String message) {
        return new InvalidRequest(List.of(new FieldError(field, message)));
    }
}
