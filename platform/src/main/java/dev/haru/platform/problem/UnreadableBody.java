package dev.haru.platform.problem;

import dev.haru.platform.json.TooLarge;
import dev.haru.platform.problem.Problems.FieldError;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** The problem for an unreadable body. It names the field if known, and otherwise the position of the JSON error. */
final class UnreadableBody {

    private UnreadableBody() {}

    static ProblemDetail problem(HttpMessageNotReadableException failure) {
        return switch (failure.getCause()) {
            case TooLarge large -> field(large, large.rule());
            case UnrecognizedPropertyException unknown -> field(unknown, "is not a known field");
            case MismatchedInputException mismatch
            when !mismatch.getPath().isEmpty() -> field(mismatch, ExpectedType.of(mismatch.getTargetType()));
            case MismatchedInputException mismatch -> malformed("The body must be a JSON object.");
            case DatabindException other when !other.getPath().isEmpty() -> field(other, "is not valid");
            case InputCoercionException number
            when !number.getPath().isEmpty() -> field(number, ExpectedType.of(number.getTargetType()));
            case StreamReadException broken
            when broken.getLocation() != null ->
                malformed("The body is not valid JSON at line %d, column %d."
                        .formatted(
                                broken.getLocation().getLineNr(),
                                broken.getLocation().getColumnNr()));
            case CharacterCodingException notUtf8 -> malformed("The body is not valid UTF-8.");
            case StreamConstraintsException bounds ->
                malformed("The body nests too deeply, has too many values, or a name, number or string is too long.");
            case null -> malformed("A JSON body is required.");
            default -> malformed("The body is not valid JSON.");
        };
    }

    private static ProblemDetail field(JacksonException failure, String message) {
        return Problems.invalid(List.of(new FieldError(path(failure), message)));
    }

    private static ProblemDetail malformed(String detail) {
        return Problems.of(HttpStatus.BAD_REQUEST, "malformed-request", detail);
    }

    private static String path(JacksonException failure) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : failure.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return path.toString();
    }
}
