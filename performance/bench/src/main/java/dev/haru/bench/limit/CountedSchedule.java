package dev.haru.bench.limit;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The whole row of a schedule. */
@Entity
@Table(name = "schedule")
@SuppressWarnings("NullAway.Init")
class CountedSchedule {

    @Id
    @GeneratedValue(strategy = GenerationType.UUID)
    public @Nullable UUID id;

    public UUID memberId;
    public String title;
    public int locationId;
    public Instant startAt;
    public Instant endAt;
    public @Nullable String note;
    public int version;
    public Instant createdAt;
    public Instant updatedAt;

    boolean overlaps(Form form) {
        return startAt.isBefore(form.endAt()) && endAt.isAfter(form.startAt());
    }

    /** The request body. */
    record Form(String title, int locationId, Instant startAt, Instant endAt) {

        CountedSchedule of(UUID memberId) {
            CountedSchedule schedule = new CountedSchedule();
            schedule.memberId = memberId;
            schedule.title = title;
            schedule.locationId = locationId;
            schedule.startAt = startAt;
            schedule.endAt = endAt;
            schedule.createdAt = Instant.now();
            schedule.updatedAt = schedule.createdAt;
            return schedule;
        }
    }
}
