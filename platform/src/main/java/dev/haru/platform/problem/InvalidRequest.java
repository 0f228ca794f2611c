package dev.haru.platform.problem;

import dev.haru.platform.language.Message;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.validation.ObjectError;
import org.springframework.web.ErrorResponseException;
import tools.jackson.core.JacksonException;

/** A 400 for a field that only the service can check, such as a name that does not exist in a reference table. */
public final class InvalidRequest extends ErrorResponseException {

    private InvalidRequest(List<InvalidField> errors) {
        super(HttpStatus.BAD_REQUEST, Problems.invalid(errors), null);
    }

    /**
     * The refusal of one field.
     *
     * @param field the name of the field in the request
     * @param message the requirement that the field must meet
     */
    public static InvalidRequest field(String field, Message message) {
        return fields(List.of(new InvalidField(field, message)));
    }

    /** The refusal of several fields. */
    public static InvalidRequest fields(List<InvalidField> errors) {
        return new InvalidRequest(errors);
    }

    /**
     * The refusal of a body that does not fit its type.
     *
     * @param failures the failures of Jackson, each with the path of its field
     */
    public static InvalidRequest body(List<? extends JacksonException> failures) {
        return fields(UnreadableBody.errors(failures));
    }

    /** The refusal of a body that violates constraints. */
    public static InvalidRequest body(Object target, List<ObjectError> errors) {
        return fields(FieldErrors.of(target, errors));
    }
}
