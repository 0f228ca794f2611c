package dev.haru.schedule.calendar;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Requires that a schedule ends after its start, by at most {@link Window#LONGEST_SCHEDULE}. The error names the field
 * {@code endAt}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = EndsAfterStart.Validator.class)
@interface EndsAfterStart {

    String message() default "must be after startAt, by at most 366 days";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Compares the instants as PostgreSQL stores them. */
    final class Validator implements ConstraintValidator<EndsAfterStart, ScheduleForm> {

        @Override
        public boolean isValid(ScheduleForm form, ConstraintValidatorContext context) {
            // A missing bound has an error of its own, because all constraints of an object are evaluated.
            @Nullable Instant startAt = form.startAt();
            @Nullable Instant endAt = form.endAt();
            if (startAt == null || endAt == null || fits(Duration.between(Plan.stored(startAt), Plan.stored(endAt)))) {
                return true;
            }
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate(context.getDefaultConstraintMessageTemplate())
                    .addPropertyNode("endAt")
                    .addConstraintViolation();
            return false;
        }

        private static boolean fits(Duration duration) {
            return duration.isPositive() && duration.compareTo(Window.LONGEST_SCHEDULE) <= 0;
        }
    }
}
