package dev.haru.schedule.calendar;

import dev.haru.platform.json.UnicodeText;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/**
 * Accepts null, and text that {@code @NotBlank} accepts. It is not composed of {@code @NotBlank}, because the OpenAPI
 * document would then mark the field as required.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = NotBlankIfGiven.Validator.class)
public @interface NotBlankIfGiven {

    String message() default "{jakarta.validation.constraints.NotBlank.message}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Compares by {@link UnicodeText#isBlank}. */
    final class Validator implements ConstraintValidator<NotBlankIfGiven, String> {

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            return text == null || !UnicodeText.isBlank(text);
        }
    }
}
