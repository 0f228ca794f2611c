package dev.haru.schedule.calendar;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The operations of members on their calendars. Each operation reaches only the member's own schedules. */
@Component
class Calendar {

    private final ScheduleStore store;
    private final ScheduleReader reader;
    private final ScheduleRepository schedules;
    private final ScheduleProperties properties;
    private final ReplicaRouting routing;
    private final Clock clock;
    private final ApplicationEventPublisher events;

    Calendar(
            ScheduleStore store,
            ScheduleReader reader,
            ScheduleRepository schedules,
            ScheduleProperties properties,
            ReplicaRouting routing,
            Clock clock,
            ApplicationEventPublisher events) {
        this.store = store;
        this.reader = reader;
        this.schedules = schedules;
        this.properties = properties;
        this.routing = routing;
        this.clock = clock;
        this.events = events;
    }

    /**
     * Adds a schedule in a transaction of its own. It takes one round trip, because PostgreSQL commits with the
     * response.
     */
    ScheduleWithOverlaps add(UUID memberId, Plan plan) {
        routing.wrote(memberId);
        try {
            ScheduleWithOverlaps added = store.addAutocommit(memberId, plan, properties.limit(), clock.instant());
            events.publishEvent(new CalendarChanged(memberId));
            return added;
        } catch (DataIntegrityViolationException violation) {
            throw asProblem(violation);
        } catch (DataAccessException unknownOutcome) {
            // The transaction may have been committed.
            events.publishEvent(new CalendarChanged(memberId));
            throw unknownOutcome;
        }
    }

    /** Adds a schedule once for each key. A repeated call with the same key returns the result of the first call. */
    @Transactional
    ScheduleWithOverlaps add(UUID memberId, Plan plan, IdempotencyKey key) {
        Instant now = clock.instant();
        Instant expired = now.minus(properties.idempotencyKeyLife());
        return execute(memberId, () -> store.add(memberId, plan, key, properties.limit(), now, expired))
                .orElseGet(() -> store.firstResult(memberId, plan, key));
    }

    /** Adds a schedule in the transaction of the caller. When the limit is reached, this transaction is rolled back. */
    @Transactional(propagation = Propagation.MANDATORY)
    ScheduleWithOverlaps addWithin(UUID memberId, Plan plan) {
        return execute(memberId, () -> Optional.of(store.add(memberId, plan, properties.limit(), clock.instant())))
                .orElseThrow();
    }

    Schedule get(UUID memberId, UUID id) {
        return reader.find(memberId, id).orElseThrow(ScheduleNotFound::ofMember);
    }

    /** Returns at most {@code limit} schedules that overlap the window, by start, after the position. */
    List<Schedule> list(UUID memberId, Window window, Position after, int limit) {
        return reader.page(memberId, window, after, limit);
    }

    /** Returns the intervals in which the member is busy within the window. */
    List<BusyTimes.Interval> busyTimes(UUID memberId, Window window) {
        return reader.busyTimes(memberId, window);
    }

    @Transactional
    ScheduleWithOverlaps reschedule(UUID memberId, UUID id, IfMatch ifMatch, Plan plan) {
        routing.wrote(memberId);
        Schedule schedule = find(memberId, id);
        schedule.reschedule(plan, ifMatch, clock.instant());
        try {
            Schedule saved = schedules.saveAndFlush(schedule);
            events.publishEvent(new CalendarChanged(memberId));
            return new ScheduleWithOverlaps(saved, store.overlapsOf(saved));
        } catch (OptimisticLockingFailureException concurrentChange) {
            throw ScheduleChanged.sinceRead();
        } catch (DataIntegrityViolationException violation) {
            throw asProblem(violation);
        }
    }

    @Transactional
    void remove(UUID memberId, UUID id) {
        routing.wrote(memberId);
        if (!store.remove(memberId, id, null)) {
            throw ScheduleNotFound.ofMember();
        }
        events.publishEvent(new CalendarChanged(memberId));
    }

    @Transactional
    void remove(UUID memberId, UUID id, IfMatch ifMatch) {
        routing.wrote(memberId);
        Schedule schedule = find(memberId, id);
        schedule.requireVersion(ifMatch);
        if (!store.remove(memberId, id, schedule.version())) {
            throw ScheduleChanged.sinceRead();
        }
        events.publishEvent(new CalendarChanged(memberId));
    }

    /**
     * Executes the addition, and publishes {@link CalendarChanged} when it adds a schedule. The result is empty when it
     * adds none.
     */
    private Optional<ScheduleWithOverlaps> execute(UUID memberId, Supplier<Optional<ScheduleWithOverlaps>> addition) {
        routing.wrote(memberId);
        try {
            Optional<ScheduleWithOverlaps> added = addition.get();
            added.ifPresent(_ -> events.publishEvent(new CalendarChanged(memberId)));
            return added;
        } catch (DataIntegrityViolationException violation) {
            throw asProblem(violation);
        }
    }

    private Schedule find(UUID memberId, UUID id) {
        return schedules.findByIdAndMemberId(id, memberId).orElseThrow(ScheduleNotFound::ofMember);
    }

    private static RuntimeException asProblem(DataIntegrityViolationException violation) {
        return String.valueOf(violation.getMostSpecificCause().getMessage()).contains("schedule_location_fk")
                ? InvalidRequest.field("locationId", "must be the id of a known location")
                : violation;
    }
}
