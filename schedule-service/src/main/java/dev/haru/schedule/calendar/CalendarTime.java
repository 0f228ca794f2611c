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
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * An instant that a calendar supports and PostgreSQL can store: from 1970 until the end of 2199. Null is valid. Dates
 * are judged as dates, whose instants depend on the time zone and may be up to a day beyond these bounds.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = CalendarTime.Validator.class)
public @interface CalendarTime {

    Instant FIRST = Instant.EPOCH;
    Instant END = Instant.parse("2200-01-01T00:00:00Z");

    /** The first supported date. */
    LocalDate FIRST_DATE = LocalDate.ofInstant(FIRST, ZoneOffset.UTC);

    /** The day after the last supported date. */
    LocalDate END_DATE = LocalDate.ofInstant(END, ZoneOffset.UTC);

    /** Before every supported instant, and before every instant of a supported date in every time zone. */
    Instant BEFORE_ALL = FIRST.minus(1, ChronoUnit.DAYS);

    /** After every instant of a supported date in every time zone. */
    Instant AFTER_ALL = END.plus(1, ChronoUnit.DAYS);

    /** Whether the instant is an exclusive end, which may be the bound itself. */
    boolean end() default false;

    String message() default "{field.calendar-time}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Accepts null and every instant within the bounds. */
    final class Validator implements ConstraintValidator<CalendarTime, Instant> {

        private boolean end;

        private static final LocalDateTime FIRST_LOCAL =
                LocalDate.ofInstant(FIRST, ZoneOffset.UTC).minusDays(1).atStartOfDay();
        private static final LocalDateTime END_LOCAL =
                LocalDate.ofInstant(END, ZoneOffset.UTC).plusDays(1).atStartOfDay();

        @Override
        public void initialize(CalendarTime annotation) {
            end = annotation.end();
        }

        @Override
        public boolean isValid(@Nullable Instant instant, ConstraintValidatorContext context) {
            return instant == null || (end ? isEnd(instant) : isWithin(instant));
        }

        /** Whether the instant can be the exclusive end of a time. */
        static boolean isEnd(Instant instant) {
            return instant.isAfter(FIRST) && !instant.isAfter(END);
        }

        /** Whether the date can be the first day of a time. */
        static boolean isWithin(LocalDate date) {
            return !date.isBefore(FIRST_DATE) && date.isBefore(END_DATE);
        }

        /** Whether the date can be the day after the last day of a time. */
        static boolean isEnd(LocalDate date) {
            return date.isAfter(FIRST_DATE) && !date.isAfter(END_DATE);
        }

        /** Whether a schedule can start or end at the instant, which may be that of a date in some time zone. */
        static boolean isReachable(Instant instant) {
            return !instant.isBefore(BEFORE_ALL) && !instant.isAfter(AFTER_ALL);
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
