package dev.haru.member.profile;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.zone.ZoneRulesProvider;
import org.jspecify.annotations.Nullable;

/** Accepts the name of a time zone of the IANA database, but no offset. Accepts null. */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = TimeZoneName.Validator.class)
@interface TimeZoneName {

    String message() default "{field.time-zone}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    final class Validator implements ConstraintValidator<TimeZoneName, String> {

        /** Names that Java has in addition, and that browsers refuse. */
        private static final String OF_JAVA_ONLY = "SystemV/";

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            return text == null
                    || (ZoneRulesProvider.getAvailableZoneIds().contains(text) && !text.startsWith(OF_JAVA_ONLY));
        }
    }
}
