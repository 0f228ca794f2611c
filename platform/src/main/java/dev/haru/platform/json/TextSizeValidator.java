package dev.haru.platform.json;

import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link Size} count the Unicode code points of a text, as {@code minLength} and {@code maxLength} of <a
 * href="https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.1">JSON Schema</a> and PostgreSQL's
 * {@code char_length} do. Hibernate Validator prefers it to its own validator, which counts UTF-16 units, because
 * {@code String} is more specific than {@code CharSequence}. META-INF/services registers this class.
 */
public final class TextSizeValidator implements ConstraintValidator<Size, String> {

    private int min;
    private int max;

    /** Creates the validator; the service loader requires a public constructor. */
    public TextSizeValidator() {}

    @Override
    public void initialize(Size size) {
        min = size.min();
        max = size.max();
    }

    @Override
    public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
        if (text == null) {
            return true;
        }
        int length = text.codePointCount(0, text.length());
        return length >= min && length <= max;
    }
}
