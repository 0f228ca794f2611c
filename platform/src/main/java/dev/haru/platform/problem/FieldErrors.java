package dev.haru.platform.problem;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.haru.platform.problem.Problems.FieldError;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.util.StringUtils;
import org.springframework.validation.ObjectError;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

/** Maps Java property names to the field names of the request, which can differ. */
final class FieldErrors {

    private FieldErrors() {}

    static List<FieldError> of(@Nullable Object target, List<ObjectError> errors) {
        return errors.stream()
                .map(error -> new FieldError(
                        error instanceof org.springframework.validation.FieldError field
                                ? jsonName(target, field.getField())
                                : "request",
                        Objects.requireNonNullElse(error.getDefaultMessage(), "is not valid")))
                .toList();
    }

    static String nameOf(MethodParameter parameter) {
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
                .map(FieldErrors::jsonName)
                .findFirst()
                .orElse(property);
    }

    private static String jsonName(Field field) {
        JsonProperty renamed = field.getAnnotation(JsonProperty.class);
        return renamed == null || renamed.value().isEmpty() ? field.getName() : renamed.value();
    }
}
