package dev.haru.schedule.calendar;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
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
        Instant updatedAt,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(
                description = "After adding and replacing only: at most ten of your other schedules that overlap this "
                        + "schedule, by start")
        @Nullable List<UUID> overlaps) {

    /** Completes a response with a schedule and its ETag. */
    static ResponseEntity<ScheduleResponse> in(ResponseEntity.BodyBuilder response, Schedule schedule) {
        return response.eTag(schedule.entityTag()).body(of(schedule));
    }

    /** Completes a response with a schedule, its ETag and the schedules that it overlaps. */
    static ResponseEntity<ScheduleResponse> in(ResponseEntity.BodyBuilder response, ScheduleWithOverlaps written) {
        return response.eTag(written.schedule().entityTag()).body(of(written.schedule(), written.overlaps()));
    }

    static ScheduleResponse of(Schedule schedule) {
        return of(schedule, null);
    }

    private static ScheduleResponse of(Schedule schedule, @Nullable List<UUID> overlaps) {
        return new ScheduleResponse(
                schedule.id(),
                schedule.title(),
                schedule.locationId(),
                schedule.startAt(),
                schedule.endAt(),
                schedule.note(),
                schedule.createdAt(),
                schedule.updatedAt(),
                overlaps);
    }
}
