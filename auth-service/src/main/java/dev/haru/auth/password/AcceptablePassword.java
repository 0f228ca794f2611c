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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * A new password: 8 to 128 characters, none of the most common passwords, none of a known breach, and not the name of
 * the service, as <a href="https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver">NIST SP 800-63B</a> requires.
 * There are no composition rules, because they make passwords predictable. The message names the violated rule. Null is
 * valid.
 */
@TextLimit(PasswordText.LONGEST)
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = AcceptablePassword.Validator.class)
public @interface AcceptablePassword {

    String message() default "{field.password.length}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Checks the length before and after normalisation, then the lists of passwords. */
    final class Validator implements ConstraintValidator<AcceptablePassword, String> {

        private static final int SHORTEST = 8;
        private static final int LONGEST = 128;

        private final Predicate<String> breached;

        /** For a validation without Spring, which knows no breached passwords. */
        public Validator() {
            this.breached = _ -> false;
        }

        @Autowired
        Validator(BreachedPasswords breached) {
            this.breached = breached::contain;
        }

        @Override
        public boolean isValid(@Nullable String password, ConstraintValidatorContext context) {
            if (password == null) {
                return true;
            }
            if (PasswordText.isTooLong(password)) {
                return false;
            }
            String normal = PasswordText.normalized(password);
            int length = normal.codePointCount(0, normal.length());
            if (length < SHORTEST || length > LONGEST) {
                return false;
            }
            if (CommonPasswords.contain(normal)) {
                return refused("{field.password.common}", context);
            }
            if (breached.test(normal)) {
                return refused("{field.password.breached}", context);
            }
            return !ServiceName.makesUp(normal) || refused("{field.password.service}", context);
        }

        private static boolean refused(String message, ConstraintValidatorContext context) {
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate(message).addConstraintViolation();
            return false;
        }
    }
}
