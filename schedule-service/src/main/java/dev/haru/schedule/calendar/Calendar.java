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

/** What members do with their calendars. Nobody reaches a schedule of another member's. */
@Component
class Calendar {

    private final ScheduleStore ledger;
    private final ScheduleReader reader;
    private final ScheduleRepository schedules;
    private final ScheduleProperties properties;
    private final ReplicaRouting reads;
    private final Clock clock;
    private final ApplicationEventPublisher events;

    Calendar(
            ScheduleStore ledger,
            ScheduleReader reader,
            ScheduleRepository schedules,
            ScheduleProperties properties,
            ReplicaRouting reads,
            Clock clock,
            ApplicationEventPublisher events) {
        this.ledger = ledger;
        this.reader = reader;
        this.schedules = schedules;
        this.properties = properties;
        this.reads = reads;
        this.clock = clock;
        this.events = events;
    }

    /** Adds a schedule, in a transaction of its own that is one round trip: PostgreSQL commits with the answer. */
    ScheduleWithOverlaps add(UUID memberId, Plan plan) {
        reads.wrote(memberId);
        try {
            ScheduleWithOverlaps added = ledger.addAlone(memberId, plan, properties.limit(), clock.instant());
            events.publishEvent(new CalendarChanged(memberId));
            return added;
        } catch (DataIntegrityViolationException violation) {
            throw factBehind(violation);
        } catch (DataAccessException unanswered) {
            // It may have been committed all the same.
            events.publishEvent(new CalendarChanged(memberId));
            throw unanswered;
        }
    }

    /** Adds a schedule once for the key: when it has done so already, the answer is what was added then. */
    @Transactional
    ScheduleWithOverlaps add(UUID memberId, Plan plan, IdempotencyKey key) {
        Instant now = clock.instant();
        Instant forgotten = now.minus(properties.idempotencyKeyLife());
        return adding(memberId, () -> ledger.add(memberId, plan, key, properties.limit(), now, forgotten))
                .orElseGet(() -> ledger.remembered(memberId, plan, key));
    }

    /** Adds a schedule in the caller's transaction, which is lost when there is no place for it. */
    @Transactional(propagation = Propagation.MANDATORY)
    ScheduleWithOverlaps addWithin(UUID memberId, Plan plan) {
        return adding(memberId, () -> Optional.of(ledger.add(memberId, plan, properties.limit(), clock.instant())))
                .orElseThrow();
    }

    Schedule get(UUID memberId, UUID id) {
        return reader.find(memberId, id).orElseThrow(ScheduleNotFound::ofMember);
    }

    /** The schedules that reach into the window, by start, after the position. */
    List<Schedule> list(UUID memberId, Window window, Position after, int limit) {
        return reader.page(memberId, window, after, limit);
    }

    /** When the member is busy within the window. */
    List<BusyTimes.Interval> busyTimes(UUID memberId, Window window) {
        return reader.busyTimes(memberId, window);
    }

    @Transactional
    ScheduleWithOverlaps reschedule(UUID memberId, UUID id, IfMatch seen, Plan plan) {
        reads.wrote(memberId);
        Schedule schedule = find(memberId, id);
        schedule.reschedule(plan, seen, clock.instant());
        try {
            Schedule saved = schedules.saveAndFlush(schedule);
            events.publishEvent(new CalendarChanged(memberId));
            return new ScheduleWithOverlaps(saved, ledger.overlapsOf(saved));
        } catch (OptimisticLockingFailureException overtaken) {
            throw ScheduleChanged.sinceRead();
        } catch (DataIntegrityViolationException violation) {
            throw factBehind(violation);
        }
    }

    @Transactional
    void remove(UUID memberId, UUID id) {
        reads.wrote(memberId);
        if (!ledger.remove(memberId, id, null)) {
            throw ScheduleNotFound.ofMember();
        }
        events.publishEvent(new CalendarChanged(memberId));
    }

    @Transactional
    void remove(UUID memberId, UUID id, IfMatch seen) {
        reads.wrote(memberId);
        Schedule schedule = find(memberId, id);
        schedule.requireSeen(seen);
        if (!ledger.remove(memberId, id, schedule.version())) {
            throw ScheduleChanged.sinceRead();
        }
        events.publishEvent(new CalendarChanged(memberId));
    }

    /** Tells of what is added; empty when nothing is. */
    private Optional<ScheduleWithOverlaps> adding(UUID memberId, Supplier<Optional<ScheduleWithOverlaps>> addition) {
        reads.wrote(memberId);
        try {
            Optional<ScheduleWithOverlaps> added = addition.get();
            added.ifPresent(_ -> events.publishEvent(new CalendarChanged(memberId)));
            return added;
        } catch (DataIntegrityViolationException violation) {
            throw factBehind(violation);
        }
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
