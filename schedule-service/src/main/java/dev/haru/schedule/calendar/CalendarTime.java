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
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** An instant that a calendar supports and PostgreSQL can store: from 1970 until the end of 2199. Null is valid. */
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = CalendarTime.Validator.class)
public @interface CalendarTime {

    Instant FIRST = Instant.EPOCH;
    Instant END = Instant.parse("2200-01-01T00:00:00Z");

    String message() default "{field.calendar-time}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Accepts null and every instant within the bounds. */
    final class Validator implements ConstraintValidator<CalendarTime, Instant> {

        private static final LocalDateTime FIRST_LOCAL =
                LocalDate.ofInstant(FIRST, ZoneOffset.UTC).minusDays(1).atStartOfDay();
        private static final LocalDateTime END_LOCAL =
                LocalDate.ofInstant(END, ZoneOffset.UTC).plusDays(1).atStartOfDay();

        @Override
        public boolean isValid(@Nullable Instant instant, ConstraintValidatorContext context) {
            return instant == null || isWithin(instant);
        }

        static boolean isWithin(Instant instant) {
            return !instant.isBefore(FIRST) && instant.isBefore(END);
        }

        /** Whether a local time can be that of a supported instant in some time zone. */
        public static boolean isWithin(LocalDateTime local) {
            return !local.isBefore(FIRST_LOCAL) && local.isBefore(END_LOCAL);
        }
    }
}
