package dev.haru.schedule.calendar;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/** A schedule as its owner sees it. */
record ScheduleResponse(
        UUID scheduleId,
        @Schema(example = "Dentist") String title,
        @Schema(example = "1") int locationId,
        @Schema(example = "2026-11-23T09:30:00Z") Instant startAt,
        @Schema(example = "2026-11-23T10:15:00Z") Instant endAt,
        @Schema(example = "Bring the X-ray") @Nullable String note,
        Instant createdAt,
        Instant updatedAt) {

    /** Fills an answer with a schedule and its ETag. */
    static ResponseEntity<ScheduleResponse> in(ResponseEntity.BodyBuilder answer, Schedule schedule) {
        return answer.eTag(schedule.entityTag()).body(of(schedule));
    }

    static ScheduleResponse of(Schedule schedule) {
        return new ScheduleResponse(
                schedule.id(),
                schedule.title(),
                schedule.locationId(),
                schedule.startAt(),
                schedule.endAt(),
                schedule.note(),
                schedule.createdAt(),
                schedule.updatedAt());
    }
}
