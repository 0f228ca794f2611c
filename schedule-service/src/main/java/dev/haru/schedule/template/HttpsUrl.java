package dev.haru.schedule.template;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Accepts an absolute https URL with a host and without user information, and null. Hibernate's {@code @URL} would
 * accept a URL without a host.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = HttpsUrl.Validator.class)
@interface HttpsUrl {

    String message() default "{field.https-url}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Parses the text by RFC 2396, as java.net.URI does. */
    final class Validator implements ConstraintValidator<HttpsUrl, String> {

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            if (text == null) {
                return true;
            }
            try {
                URI address = new URI(text);
                return text.startsWith("https://")
                        && address.getHost() != null
                        && address.getRawUserInfo() == null
                        && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
            } catch (URISyntaxException none) {
                return false;
            }
        }
    }
}
