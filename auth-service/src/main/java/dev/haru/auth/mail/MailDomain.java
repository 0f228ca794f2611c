package dev.haru.auth.mail;

import dev.haru.platform.email.EmailKey;
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
 * The domain of the annotated e-mail address must have an ASCII form ({@link EmailKey}). Null is valid. For new
 * addresses only: an account from before may have another domain.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = MailDomain.Validator.class)
public @interface MailDomain {

    String message() default "{field.mail-domain}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Checks the domain. */
    final class Validator implements ConstraintValidator<MailDomain, String> {

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            return text == null || Validator.isValid(text);
        }

        /** Returns whether the text after the last {@code @} is a domain with an ASCII form. */
        public static boolean isValid(String text) {
            return EmailKey.asciiDomain(text.substring(text.lastIndexOf('@') + 1))
                    .isPresent();
        }
    }
}
