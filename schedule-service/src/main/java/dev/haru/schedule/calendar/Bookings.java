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

/** Puts several schedules into a member's calendar at once, all of them or none. */
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
     * Adds them in the caller's transaction; answers their ids in the same order. One by one, so that the limit is kept
     * by the one statement that knows how: the first has locked the member's quota for the others.
     *
     * @throws ScheduleLimitReached when they do not all fit within the limit; the transaction is lost then
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<UUID> addAll(UUID memberId, List<Plan> plans) {
        return plans.stream()
                .map(plan -> calendar.addWithin(memberId, plan).schedule().id())
                .toList();
    }

    /** Throws a 400 problem that blames the field unless a calendar can mean all of the time between. */
    public static void requireWithinCalendar(String field, Instant first, Duration time) {
        if (!CalendarTime.Validator.isWithin(first) || !CalendarTime.Validator.isWithin(first.plus(time))) {
            throw InvalidRequest.field(field, CalendarTime.MESSAGE);
        }
    }

    /** How long an Idempotency-Key stands for what it has added. */
    public Instant keysForgottenAt() {
        return clock.instant().minus(properties.idempotencyKeyLife());
    }
}
