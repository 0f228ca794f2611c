package dev.haru.auth.account;

import dev.haru.auth.account.RegistrationController.RegistrationForm;
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

/** Requires that a registration names one region, in {@code regionName} or {@code region_name}, or in both equally. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = OneRegion.Validator.class)
@interface OneRegion {

    String message() default "{jakarta.validation.constraints.NotBlank.message}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Reports the error at the field that the client sent, or at {@code regionName} without either. */
    final class Validator implements ConstraintValidator<OneRegion, RegistrationForm> {

        @Override
        public boolean isValid(RegistrationForm form, ConstraintValidatorContext context) {
            @Nullable String given = form.regionName();
            @Nullable String snakeCase = form.snakeCaseRegionName();
            context.disableDefaultConstraintViolation();
            if (given == null && snakeCase == null) {
                return refuse(context, "regionName", context.getDefaultConstraintMessageTemplate());
            }
            if (given != null && UnicodeText.isBlank(given)) {
                return refuse(context, "regionName", context.getDefaultConstraintMessageTemplate());
            }
            if (snakeCase != null && UnicodeText.isBlank(snakeCase)) {
                return refuse(context, "snakeCaseRegionName", context.getDefaultConstraintMessageTemplate());
            }
            return given == null
                    || snakeCase == null
                    || given.equals(snakeCase)
                    || refuse(context, "regionName", "{field.region-name}");
        }

        private static boolean refuse(ConstraintValidatorContext context, String property, String message) {
            context.buildConstraintViolationWithTemplate(message)
                    .addPropertyNode(property)
                    .addConstraintViolation();
            return false;
        }
    }
}
