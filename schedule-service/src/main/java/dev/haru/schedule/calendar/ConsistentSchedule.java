package dev.haru.schedule.calendar;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Requires a location or a place, coordinates in pairs, and a time in exactly one form that ends after its start, by at
 * most {@link Window#LONGEST_SCHEDULE}. Each error names its field.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = ConsistentSchedule.Validator.class)
@interface ConsistentSchedule {

    String message() default "{field.invalid}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Checks what depends on several fields. */
    final class Validator implements ConstraintValidator<ConsistentSchedule, ScheduleForm> {

        private static final String REQUIRED = "field.required";

        @Override
        public boolean isValid(ScheduleForm form, ConstraintValidatorContext context) {
            context.disableDefaultConstraintViolation();
            Violations violations = new Violations(context);
            form.time().check(violations::add);
            if (form.locationId() == null && form.place() == null) {
                violations.add("locationId", "field.location-missing");
            }
            if (form.latitude() == null && form.longitude() != null) {
                violations.add("latitude", REQUIRED);
            }
            if (form.longitude() == null && form.latitude() != null) {
                violations.add("longitude", REQUIRED);
            }
            return violations.none;
        }
    }

    /** Reports violations of single fields. */
    final class Violations {

        private final ConstraintValidatorContext context;
        private boolean none = true;

        Violations(ConstraintValidatorContext context) {
            this.context = context;
        }

        /** Reports that a field violates the requirement with this message key. */
        void add(String field, String key) {
            none = false;
            context.buildConstraintViolationWithTemplate("{" + key + "}")
                    .addPropertyNode(field)
                    .addConstraintViolation();
        }
    }
}
