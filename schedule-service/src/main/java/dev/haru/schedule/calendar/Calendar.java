package dev.haru.schedule.calendar;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidRequest;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What members do with their calendars. Nobody reaches a schedule of another member's. */
@Component
class Calendar {

    private final ScheduleLedger ledger;
    private final ScheduleRepository schedules;
    private final ScheduleProperties properties;
    private final Clock clock;
    private final ApplicationEventPublisher events;

    Calendar(
            ScheduleLedger ledger,
            ScheduleRepository schedules,
            ScheduleProperties properties,
            Clock clock,
            ApplicationEventPublisher events) {
        this.ledger = ledger;
        this.schedules = schedules;
        this.properties = properties;
        this.clock = clock;
        this.events = events;
    }

    @Transactional
    Schedule add(UUID memberId, Plan plan) {
        try {
            Schedule schedule = ledger.add(memberId, plan, properties.limit(), clock.instant())
                    .orElseThrow(ScheduleLimitReached::byMember);
            events.publishEvent(new CalendarChanged(memberId));
            return schedule;
        } catch (DataIntegrityViolationException violation) {
            throw factBehind(violation);
        }
    }

    @Transactional(readOnly = true)
    Schedule get(UUID memberId, UUID id) {
        return find(memberId, id);
    }

    /** The schedules that reach into the window, by start, after the position. */
    @Transactional(readOnly = true)
    List<Schedule> list(UUID memberId, Window window, Position after, int limit) {
        return schedules.page(memberId, after.startAt(), after.id(), window.from(), window.to(), limit);
    }

    @Transactional
    Schedule reschedule(UUID memberId, UUID id, IfMatch seen, Plan plan) {
        Schedule schedule = find(memberId, id);
        schedule.reschedule(plan, seen, clock.instant());
        try {
            Schedule saved = schedules.saveAndFlush(schedule);
            events.publishEvent(new CalendarChanged(memberId));
            return saved;
        } catch (OptimisticLockingFailureException overtaken) {
            throw ScheduleChanged.sinceRead();
        } catch (DataIntegrityViolationException violation) {
            throw factBehind(violation);
        }
    }

    @Transactional
    void remove(UUID memberId, UUID id) {
        if (!ledger.remove(memberId, id, null)) {
            throw ScheduleNotFound.ofMember();
        }
        events.publishEvent(new CalendarChanged(memberId));
    }

    @Transactional
    void remove(UUID memberId, UUID id, IfMatch seen) {
        Schedule schedule = find(memberId, id);
        schedule.requireSeen(seen);
        if (!ledger.remove(memberId, id, schedule.version())) {
            throw ScheduleChanged.sinceRead();
        }
        events.publishEvent(new CalendarChanged(memberId));
    }

    private Schedule find(UUID memberId, UUID id) {
        return schedules.findByIdAndMemberId(id, memberId).orElseThrow(ScheduleNotFound::ofMember);
    }

    private static RuntimeException factBehind(DataIntegrityViolationException violation) {
        return String.valueOf(violation.getMostSpecificCause().getMessage()).contains("schedule_location_fk")
                ? InvalidRequest.field("locationId", "must be the id of a known location")
                : violation;
    }
}
