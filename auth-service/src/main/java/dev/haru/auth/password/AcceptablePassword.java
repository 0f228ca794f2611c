package dev.haru.auth.password;

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

/**
 * A new password: 8 to 128 characters, and none of the most common passwords, as <a
 * href="https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver">NIST SP 800-63B</a> requires. There are no
 * composition rules, because they make passwords predictable. The message names the violated rule. Null is valid.
 */
@TextLimit(PasswordText.LONGEST)
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = AcceptablePassword.Validator.class)
public @interface AcceptablePassword {

    String message() default "must have 8 to 128 characters";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /**
     * Checks the length first: in UTF-16 units before normalization, in code points after it. Then checks the list of
     * common passwords.
     */
    final class Validator implements ConstraintValidator<AcceptablePassword, String> {

        private static final int SHORTEST = 8;
        private static final int LONGEST = 128;

        @Override
        public boolean isValid(@Nullable String password, ConstraintValidatorContext context) {
            if (password == null) {
                return true;
            }
            if (password.length() > PasswordText.LONGEST) {
                return false;
            }
            String normal = PasswordText.normalized(password);
            int length = normal.codePointCount(0, normal.length());
            if (length < SHORTEST || length > LONGEST) {
                return false;
            }
            if (CommonPasswords.contain(normal)) {
                context.disableDefaultConstraintViolation();
                context.buildConstraintViolationWithTemplate("is one of the most common passwords")
                        .addConstraintViolation();
                return false;
            }
            return true;
        }
    }
}
