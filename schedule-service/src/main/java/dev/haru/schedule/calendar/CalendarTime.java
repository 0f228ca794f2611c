package dev.haru.schedule.calendar;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An instant that a calendar supports and PostgreSQL can store: from 1970 until the end of 2199. Null is valid. */
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = CalendarTime.Validator.class)
public @interface CalendarTime {

    Instant FIRST = Instant.EPOCH;
    Instant END = Instant.parse("2200-01-01T00:00:00Z");

    String MESSAGE = "must lie between 1970-01-01T00:00:00Z and 2200-01-01T00:00:00Z";

    String message() default MESSAGE;

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Accepts null and every instant within the bounds. */
    final class Validator implements ConstraintValidator<CalendarTime, Instant> {

        @Override
        public boolean isValid(@Nullable Instant instant, ConstraintValidatorContext context) {
            return instant == null || isWithin(instant);
        }

        static boolean isWithin(Instant instant) {
            return !instant.isBefore(FIRST) && instant.isBefore(END);
        }
    }
}
