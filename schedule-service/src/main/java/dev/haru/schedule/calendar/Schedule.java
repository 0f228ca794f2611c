package dev.haru.schedule.calendar;

import dev.haru.platform.precondition.IfMatch;
import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An entry of a member's calendar in one version. {@link ScheduleStore} adds, changes and deletes it. */
public record Schedule(UUID id, UUID memberId, Plan plan, int version, Instant createdAt, Instant updatedAt) {

    /**
     * Returns the schedule with another plan in the next version. An equal plan changes nothing, so that the version
     * stays.
     */
    Schedule reschedule(Plan other, Instant now) {
        return other.equals(plan) ? this : new Schedule(id, memberId, other, version + 1, createdAt, Plan.stored(now));
    }

    /** Throws {@link ScheduleChanged} unless the client has seen this version. */
    void requireVersion(IfMatch ifMatch) {
        if (!ifMatch.accepts(version)) {
            throw ScheduleChanged.sinceRead();
        }
    }

    /** Returns a schedule that is not added yet. Its id belongs to no schedule. */
    static Schedule draft(UUID memberId, Plan plan, Instant now) {
        Instant at = Plan.stored(now);
        return new Schedule(new UUID(0, 0), memberId, plan, 0, at, at);
    }

    /** Returns the schedule for a member whose days begin in this zone. */
    Schedule in(ZoneId memberZone) {
        Plan moved = plan.in(memberZone);
        return moved.equals(plan) ? this : new Schedule(id, memberId, moved, version, createdAt, updatedAt);
    }

    String title() {
        return plan.title();
    }

    int locationId() {
        return plan.locationId();
    }

    Instant startAt() {
        return plan.startAt();
    }

    Instant endAt() {
        return plan.endAt();
    }

    @Nullable String note() {
        return plan.note();
    }

    /** Returns the version as a client sees it, without the quotes of the header. */
    String entityTag() {
        return Integer.toString(version);
    }
}
