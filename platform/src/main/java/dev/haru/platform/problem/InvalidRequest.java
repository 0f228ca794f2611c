package dev.haru.platform.problem;

import dev.haru.platform.problem.Problems.FieldError;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/** A 400 for a field that only the service can check, such as a name that does not exist in a reference table. */
public final class InvalidRequest extends ErrorResponseException {

    private InvalidRequest(List<FieldError> errors) {
        super(HttpStatus.BAD_REQUEST, Problems.invalid(errors), null);
    }

    /**
     * The refusal of one field.
     *
     * @param field the name of the field in the request
     * @param message the requirement that the field must meet
     */
    public static InvalidRequest field(String field, String message) {
        return new InvalidRequest(List.of(new FieldError(field, message)));
    }
}
