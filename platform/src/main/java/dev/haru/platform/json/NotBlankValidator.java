package dev.haru.platform.json;

import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link NotBlank} refuse each text that draws nothing. Hibernate Validator prefers it to its own validator,
 * because {@code String} is more specific than {@code CharSequence}. META-INF/services registers this class.
 */
public final class NotBlankValidator implements ConstraintValidator<NotBlank, String> {

    /** Creates the validator; the service loader requires a public constructor. */
    public NotBlankValidator() {}

    @Override
    public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
        return text != null && !UnicodeText.isBlank(text);
    }
}
