package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidRequest;
import java.time.Clock;
import java.time.ZoneId;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/**
 * Changes a member's calendar in the transaction of the caller, which {@link CalendarTransaction} began. Each operation
 * publishes {@link CalendarChanged} when it changes something.
 *
 * <p>Longer than 120 lines because it keeps the changes of a schedule together.
 */
@Component
class ScheduleWriter {

    private final ScheduleStore store;
    private final DeletedScheduleStore deleted;
    private final OverlapReader overlaps;
    private final ScheduleProperties properties;
    private final Clock clock;
    private final ApplicationEventPublisher events;

    ScheduleWriter(
            ScheduleStore store,
            DeletedScheduleStore deleted,
            OverlapReader overlaps,
            ScheduleProperties properties,
            Clock clock,
            ApplicationEventPublisher events) {
        this.store = store;
        this.deleted = deleted;
        this.overlaps = overlaps;
        this.properties = properties;
        this.clock = clock;
        this.events = events;
    }

    /** Adds a schedule. When the limit is reached, the transaction may continue. */
    ScheduleWithOverlaps add(UUID memberId, ZoneId zone, Plan plan) {
        return added(() -> store.add(memberId, zone, Series.requireBounded(plan), properties.limit(), clock.instant()));
    }

    /** Adds a schedule and does not look for the schedules that it overlaps. */
    Schedule add(UUID memberId, Plan plan) {
        return added(() -> store.addOnly(memberId, Series.requireBounded(plan), properties.limit(), clock.instant()))
                .schedule();
    }

    private ScheduleWithOverlaps added(Supplier<ScheduleWithOverlaps> addition) {
        try {
            ScheduleWithOverlaps added = addition.get();
            events.publishEvent(new CalendarChanged(added.schedule().memberId()));
            return added;
        } catch (DataIntegrityViolationException violation) {
            throw asProblem(violation);
        }
    }

    /**
     * Changes the plan of a schedule in a version that the client has seen.
     *
     * @param change returns the new plan from the current schedule
     */
    Schedule change(UUID memberId, UUID id, IfMatch ifMatch, Function<Schedule, Plan> change) {
        Schedule current = current(memberId, id, ifMatch);
        return change(current, change.apply(current));
    }

    /** Changes the plan of a schedule that {@link #current} has returned. */
    Schedule change(Schedule current, Plan plan) {
        Schedule changed = current.reschedule(plan, clock.instant());
        if (!changed.equals(current)) {
            Series.requireBounded(changed.plan());
            store(current, changed);
            events.publishEvent(new CalendarChanged(changed.memberId()));
        }
        return changed;
    }

    /** Removes a schedule in a version that the client has seen. */
    void remove(UUID memberId, UUID id, IfMatch ifMatch) {
        remove(current(memberId, id, ifMatch));
    }

    /** Removes a schedule that {@link #current} has returned. */
    void remove(Schedule current) {
        store.remove(current.memberId(), current.id());
        events.publishEvent(new CalendarChanged(current.memberId()));
    }

    /** Restores a deleted schedule. Returns a schedule that is not deleted as it is. */
    Schedule restore(UUID memberId, UUID id) {
        return deleted.restore(memberId, id, properties.limit(), clock.instant())
                .map(schedule -> {
                    events.publishEvent(new CalendarChanged(memberId));
                    return schedule;
                })
                .or(() -> store.find(memberId, id))
                .orElseThrow(ScheduleNotFound::ofMember);
    }

    /** Returns a written schedule with the schedules that it overlaps. */
    ScheduleWithOverlaps withOverlaps(Schedule written, ZoneId zone) {
        return new ScheduleWithOverlaps(written, overlaps.of(written, zone));
    }

    /** Reads and locks a schedule in a version that the client has seen. */
    Schedule current(UUID memberId, UUID id, IfMatch ifMatch) {
        Schedule current = store.find(memberId, id).orElseThrow(ScheduleNotFound::ofMember);
        current.requireVersion(ifMatch);
        return current;
    }

    /** Throws the 400 problem of an unknown location, for a plan that no foreign key checks. */
    void requireLocation(Plan plan) {
        if (!store.locations().contains(plan.locationId())) {
            throw unknownLocation();
        }
    }

    private void store(Schedule current, Schedule changed) {
        try {
            store.change(current, changed);
        } catch (DataIntegrityViolationException violation) {
            throw asProblem(violation);
        }
    }

    /** Returns the 400 problem of an unknown location. */
    static RuntimeException asProblem(DataIntegrityViolationException violation) {
        return String.valueOf(violation.getMostSpecificCause().getMessage()).contains("schedule_location_fk")
                ? unknownLocation()
                : violation;
    }

    private static InvalidRequest unknownLocation() {
        return InvalidRequest.field("locationId", Message.of("field.location"));
    }
}
