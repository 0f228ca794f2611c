package dev.haru.platform.problem;

import dev.haru.platform.language.Message;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

/** The problem for an unreadable body. It names the fields if known, and otherwise the position of the JSON error. */
final class UnreadableBody {

    private UnreadableBody() {}

    static ProblemDetail problem(HttpMessageNotReadableException failure) {
        List<InvalidField> errors = failure instanceof UnreadableJson json ? errors(json.failures()) : List.of();
        return errors.isEmpty() ? malformed(failure.getCause()) : Problems.invalid(errors);
    }

    /** The failures that name a field, as errors of that field. */
    static List<InvalidField> errors(List<? extends JacksonException> failures) {
        return failures.stream()
                .flatMap(failure ->
                        requirement(failure).stream().map(requirement -> new InvalidField(path(failure), requirement)))
                .toList();
    }

    private static ProblemDetail malformed(@Nullable Throwable cause) {
        return switch (cause) {
            case MismatchedInputException mismatch -> malformed(Message.of("detail.malformed-request.no-object"));
            case StreamReadException broken
            when broken.getLocation() != null ->
                malformed(Message.of(
                        "detail.malformed-request.no-json-at",
                        broken.getLocation().getLineNr(),
                        broken.getLocation().getColumnNr()));
            case CharacterCodingException notUtf8 -> malformed(Message.of("detail.malformed-request.no-utf-8"));
            case StreamConstraintsException bounds -> malformed(Message.of("detail.malformed-request.bounds"));
            case null -> malformed(Message.of("detail.malformed-request.no-body"));
            default -> malformed(Message.of("detail.malformed-request.no-json"));
        };
    }

    private static Optional<Message> requirement(JacksonException failure) {
        if (failure.getPath().isEmpty()) {
            return Optional.empty();
        }
        return switch (failure) {
            case TooLarge large -> Optional.of(large.rule());
            case UnrecognizedPropertyException unknown -> Optional.of(Message.of("field.unknown"));
            case MismatchedInputException mismatch -> Optional.of(ExpectedType.of(mismatch.getTargetType()));
            case DatabindException other -> Optional.of(Message.of("field.invalid"));
            case InputCoercionException number -> Optional.of(ExpectedType.of(number.getTargetType()));
            default -> Optional.empty();
        };
    }

    private static ProblemDetail malformed(Message detail) {
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
