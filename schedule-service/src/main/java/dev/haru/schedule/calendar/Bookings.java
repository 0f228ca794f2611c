package dev.haru.schedule.calendar;

import dev.haru.platform.problem.InvalidRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Adds several schedules to a member's calendar: all of them or none. */
@Component
public class Bookings {

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
                .map(plan -> calendar.addWithin(memberId, plan).schedule().id())
                .toList();
    }

    /**
     * Throws a 400 problem for the field unless {@link CalendarTime} allows both the instant and the instant plus the
     * duration.
     */
    public static void requireWithinCalendar(String field, Instant first, Duration duration) {
        if (!CalendarTime.Validator.isWithin(first) || !CalendarTime.Validator.isWithin(first.plus(duration))) {
            throw InvalidRequest.field(field, CalendarTime.MESSAGE);
        }
    }

    /**
     * Returns now minus the lifetime of an Idempotency-Key. A key that was used at or before this instant has expired.
     */
    public Instant keysForgottenAt() {
        return clock.instant().minus(properties.idempotencyKeyLife());
    }
}
