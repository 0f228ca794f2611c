package dev.haru.auth.account;

import dev.haru.platform.json.TextLimit;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/** The annotated text must be a valid nickname. Null is valid. For new nicknames only: old ones may break the rules. */
@TextLimit(Nickname.LONGEST)
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = NicknameForm.Validator.class)
@interface NicknameForm {

    String message() default "{field.nickname}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    final class Validator implements ConstraintValidator<NicknameForm, String> {

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            return text == null || Nickname.isValid(text);
        }
    }
}
