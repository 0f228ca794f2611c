package dev.haru.schedule.calendar;

import dev.haru.platform.precondition.IfMatch;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An entry of a member's calendar. {@link ScheduleStore} inserts and deletes it. */
@Entity
class Schedule {

    @Id
    private UUID id;

    @Column(updatable = false)
    private UUID memberId;

    private String title;
    private int locationId;
    private Instant startAt;
    private Instant endAt;
    private @Nullable String note;

    @Version
    private int version;

    @Column(updatable = false)
    private Instant createdAt;

    private Instant updatedAt;

    /** For Hibernate, which sets every field. */
    @SuppressWarnings("NullAway.Init")
    protected Schedule() {}

    Schedule(UUID id, UUID memberId, Plan plan, int version, Instant createdAt, Instant updatedAt) {
        this.id = id;
        this.memberId = memberId;
        this.title = plan.title();
        this.locationId = plan.locationId();
        this.startAt = plan.startAt();
        this.endAt = plan.endAt();
        this.note = plan.note();
        this.version = version;
        this.createdAt = createdAt;
        this.updatedAt = updatedAt;
    }

    /** Replaces the plan if the client has seen the current version; otherwise throws {@link ScheduleChanged}. */
    void reschedule(Plan plan, IfMatch ifMatch, Instant now) {
        requireVersion(ifMatch);
        this.title = plan.title();
        this.locationId = plan.locationId();
        this.startAt = plan.startAt();
        this.endAt = plan.endAt();
        this.note = plan.note();
        this.updatedAt = Plan.stored(now);
    }

    void requireVersion(IfMatch ifMatch) {
        if (!ifMatch.accepts(version)) {
            throw ScheduleChanged.sinceRead();
        }
    }

    UUID id() {
        return id;
    }

    UUID memberId() {
        return memberId;
    }

    String title() {
        return title;
    }

    int locationId() {
        return locationId;
    }

    Instant startAt() {
        return startAt;
    }

    Instant endAt() {
        return endAt;
    }

    @Nullable String note() {
        return note;
    }

    int version() {
        return version;
    }

    /** Returns the version as a client sees it, without the quotes of the header. */
    String entityTag() {
        return Integer.toString(version);
    }

    Instant createdAt() {
        return createdAt;
    }

    Instant updatedAt() {
        return updatedAt;
    }
}
