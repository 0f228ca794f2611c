package dev.haru.schedule.calendar;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.precondition.IfMatch;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The operations of members on their calendars. Each operation reaches only the member's own schedules.
 *
 * <p>Longer than 120 lines because it keeps the operations of a member together, with the problems of each.
 */
@Component
class Calendar {

    private final ScheduleStore store;
    private final IdempotentAddStore idempotentAdds;
    private final ScheduleReader reader;
    private final ScheduleWriter writer;
    private final CalendarTransaction transaction;
    private final ScheduleProperties properties;
    private final ReplicaRouting routing;
    private final Clock clock;
    private final ApplicationEventPublisher events;

    Calendar(
            ScheduleStore store,
            IdempotentAddStore idempotentAdds,
            ScheduleReader reader,
            ScheduleWriter writer,
            CalendarTransaction transaction,
            ScheduleProperties properties,
            ReplicaRouting routing,
            Clock clock,
            ApplicationEventPublisher events) {
        this.store = store;
        this.idempotentAdds = idempotentAdds;
        this.reader = reader;
        this.writer = writer;
        this.transaction = transaction;
        this.properties = properties;
        this.routing = routing;
        this.clock = clock;
        this.events = events;
    }

    /**
     * Adds a schedule in a transaction of its own. It takes one round trip, because PostgreSQL commits with the
     * response.
     */
    ScheduleWithOverlaps add(UUID memberId, ZoneId zone, Plan plan) {
        routing.wrote(memberId);
        try {
            ScheduleWithOverlaps added = store.addAutocommit(
                    memberId, zone, Series.requireBounded(plan), properties.limit(), clock.instant());
            events.publishEvent(new CalendarChanged(memberId));
            return added;
        } catch (DataIntegrityViolationException violation) {
            throw ScheduleWriter.asProblem(violation);
        } catch (DataAccessException unknownOutcome) {
            // The transaction may have been committed.
            events.publishEvent(new CalendarChanged(memberId));
            throw unknownOutcome;
        }
    }

    /** Adds a schedule once for each key. A repeated call with the same key returns the result of the first call. */
    @Transactional
    ScheduleWithOverlaps add(UUID memberId, ZoneId zone, Plan plan, IdempotencyKey key) {
        routing.wrote(memberId);
        Instant now = clock.instant();
        Instant expired = now.minus(properties.idempotencyKeyLife());
        try {
            Optional<ScheduleWithOverlaps> added = idempotentAdds.add(
                    memberId, zone, Series.requireBounded(plan), key, properties.limit(), now, expired);
            added.ifPresent(_ -> events.publishEvent(new CalendarChanged(memberId)));
            return added.orElseGet(() -> idempotentAdds.firstResult(memberId, plan, key));
        } catch (DataIntegrityViolationException violation) {
            throw ScheduleWriter.asProblem(violation);
        }
    }

    /** Adds a schedule in the transaction of the caller. When the limit is reached, this transaction is rolled back. */
    @Transactional(propagation = Propagation.MANDATORY)
    Schedule addWithin(UUID memberId, Plan plan) {
        routing.wrote(memberId);
        return writer.add(memberId, plan);
    }

    Schedule get(UUID memberId, UUID id) {
        return reader.find(memberId, id).orElseThrow(ScheduleNotFound::ofMember);
    }

    /**
     * Returns at most {@code limit} occurrences that overlap the window, by start, after the position.
     *
     * @param zone the time zone of the member
     */
    List<Occurrence> list(UUID memberId, ZoneId zone, Window window, Position after, int limit) {
        return reader.page(memberId, zone, window, after, limit);
    }

    /** Returns the intervals in which the member is busy within the window. */
    List<BusyTimes.Interval> busyTimes(UUID memberId, ZoneId zone, Window window) {
        return reader.busyTimes(memberId, zone, window);
    }

    /** Returns the member's own limit, or else the limit of all members, and the number of schedules. */
    Quota quota(UUID memberId) {
        return reader.quota(memberId, properties.limit());
    }

    /** Replaces the plan of a schedule in a version that the client has seen. */
    ScheduleWithOverlaps reschedule(UUID memberId, ZoneId zone, UUID id, IfMatch ifMatch, Plan plan) {
        return change(memberId, zone, id, ifMatch, current -> plan.replacing(current.plan()));
    }

    /**
     * Changes the plan of a schedule in a version that the client has seen.
     *
     * @param change returns the new plan from the current schedule
     */
    ScheduleWithOverlaps change(UUID memberId, ZoneId zone, UUID id, IfMatch ifMatch, Function<Schedule, Plan> change) {
        return transaction.execute(
                memberId, () -> writer.withOverlaps(writer.change(memberId, id, ifMatch, change), zone));
    }

    /** Removes a schedule in a version that the client has seen. */
    void remove(UUID memberId, UUID id, IfMatch ifMatch) {
        transaction.execute(memberId, () -> {
            writer.remove(memberId, id, ifMatch);
            return true;
        });
    }

    /** Restores a schedule that was deleted within {@link DeletedScheduleStore#RETENTION}. */
    ScheduleWithOverlaps restore(UUID memberId, ZoneId zone, UUID id) {
        return transaction.execute(memberId, () -> writer.withOverlaps(writer.restore(memberId, id), zone));
    }
}
