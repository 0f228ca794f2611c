package dev.haru.platform.problem;

import dev.haru.platform.language.Message;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.core.MethodParameter;
import org.springframework.util.StringUtils;
import org.springframework.validation.ObjectError;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Maps Java property names to the field names of the request, which can differ. Sorts the errors by the names of their
 * constraints, because a validator returns them in no order and a problem contains the first error of each field. The
 * names place {@code NotBlank} and {@code NotNull} before {@code Pattern} and {@code Size}.
 */
final class FieldErrors {

    private static final Comparator<MessageSourceResolvable> BY_CONSTRAINT =
            Comparator.comparing(FieldErrors::constraintOf);

    private FieldErrors() {}

    /** The errors of one parameter, or of each field of a body. */
    static List<InvalidField> of(ParameterValidationResult result) {
        return result instanceof ParameterErrors body
                ? of(body.getArgument(), body.getAllErrors())
                : result.getResolvableErrors().stream()
                        .sorted(BY_CONSTRAINT)
                        .map(error -> new InvalidField(nameOf(result.getMethodParameter()), messageOf(error)))
                        .toList();
    }

    static List<InvalidField> of(@Nullable Object target, List<ObjectError> errors) {
        return errors.stream()
                .sorted(BY_CONSTRAINT)
                .map(error -> new InvalidField(
                        error instanceof org.springframework.validation.FieldError field
                                ? jsonName(target, field.getField())
                                : "request",
                        messageOf(error)))
                .toList();
    }

    /** The message of a constraint is in the language of the request: the validator has found it in the same files. */
    private static Message messageOf(MessageSourceResolvable error) {
        String text = error.getDefaultMessage();
        return text == null ? Message.of("field.invalid") : Message.literal(text);
    }

    /** The last code of an error; the codes before it also contain the field. */
    private static String constraintOf(MessageSourceResolvable error) {
        String @Nullable [] codes = error.getCodes();
        return codes == null || codes.length == 0 ? "" : codes[codes.length - 1];
    }

    private static String nameOf(MethodParameter parameter) {
        RequestParam query = parameter.getParameterAnnotation(RequestParam.class);
        PathVariable path = parameter.getParameterAnnotation(PathVariable.class);
        RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
        String declared =
                query != null ? query.name() : path != null ? path.name() : header != null ? header.name() : "";
        return StringUtils.hasText(declared)
                ? declared
                : Objects.requireNonNullElse(parameter.getParameterName(), "request");
    }

    private static String jsonName(@Nullable Object target, String property) {
        if (target == null) {
            return property;
        }
        return Arrays.stream(target.getClass().getDeclaredFields())
                .filter(field -> field.getName().equals(property))
                .map(JsonName::of)
                .findFirst()
                .orElse(property);
    }
}
