package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.recurrence.InvalidRecurrence;
import dev.haru.schedule.recurrence.RecurrenceRule;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Adds several schedules to a member's calendar: all of them or none. */
@Component
public class Bookings {

    private static final Pattern UNTIL = Pattern.compile("\\bUNTIL\\b", Pattern.CASE_INSENSITIVE);

    private static final LocalDateTime ANY_START = LocalDateTime.of(2000, 1, 1, 0, 0);

    private final Calendar calendar;
    private final ScheduleProperties properties;
    private final Clock clock;

    Bookings(Calendar calendar, ScheduleProperties properties, Clock clock) {
        this.calendar = calendar;
        this.properties = properties;
        this.clock = clock;
    }

    /**
     * Adds the plans in the transaction of the caller and returns the ids of the schedules in the same order. The plans
     * are added one by one, because only the statement for a single schedule enforces the limit. The first addition
     * locks the member's quota for the others.
     *
     * @throws ScheduleLimitReached when the limit does not allow all plans; the transaction is then rolled back
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<UUID> addAll(UUID memberId, List<Plan> plans) {
        return plans.stream()
                .map(plan -> calendar.addWithin(memberId, plan).id())
                .toList();
    }

    /**
     * Returns the plan of a series that keeps its local time in the zone of its start.
     *
     * @param rule a rule that {@link #requireRule} accepts
     */
    public static Plan series(
            String title,
            int locationId,
            ZonedDateTime startAt,
            Duration duration,
            @Nullable String note,
            String rule) {
        LocalDateTime start = startAt.toLocalDateTime();
        LocalDateTime exactEnd = startAt.plus(duration).toLocalDateTime();
        ScheduleTime time = new ScheduleTime(
                TimeForm.ZONED, start, ScheduleTime.localEnd(start, exactEnd, duration), startAt.getZone());
        return new Plan(title, locationId, time, note, Details.NONE, Series.of(rule, List.of(), List.of(), time), null);
    }

    /**
     * Throws a 400 problem for the field unless the text is the rule of a series whose start is not known yet: a rule
     * without UNTIL that {@link RecurrenceRule#parse} accepts.
     */
    public static void requireRule(String field, String rule) {
        if (UNTIL.matcher(rule).find()) {
            throw InvalidRequest.field(field, Message.of("field.rule-until"));
        }
        try {
            RecurrenceRule.parse(rule, ANY_START, false, ZoneOffset.UTC);
        } catch (InvalidRecurrence refused) {
            throw InvalidRequest.field(field, refused.problem());
        }
    }

    /**
     * Throws a 400 problem for the field unless {@link CalendarTime} allows both the instant and the instant plus the
     * duration.
     */
    public static void requireWithinCalendar(String field, Instant first, Duration duration) {
        if (!CalendarTime.Validator.isWithin(first) || !CalendarTime.Validator.isWithin(first.plus(duration))) {
            throw InvalidRequest.field(field, Message.of("field.calendar-time"));
        }
    }

    /**
     * Returns now minus the lifetime of an Idempotency-Key. A key that was used at or before this instant has expired.
     */
    public Instant keysForgottenAt() {
        return clock.instant().minus(properties.idempotencyKeyLife());
    }
}
