package dev.haru.schedule.calendar;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/**
 * A schedule or an occurrence of a series as its owner sees it.
 *
 * <p>Longer than 120 lines because each of its fields carries its description.
 */
record ScheduleResponse(
        UUID scheduleId,
        @Schema(example = "Dentist") String title,
        @Schema(example = "1") int locationId,
        @Schema(example = "2026-11-23T09:30:00Z") Instant startAt,
        @Schema(example = "2026-11-23T10:15:00Z") Instant endAt,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(description = "Only of schedules with a local start", example = "2026-11-23T09:30:00")
        @Nullable String localStart,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(description = "Only of schedules with a local start", example = "2026-11-23T10:15:00")
        @Nullable String localEnd,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(
                description = "Only of schedules with a local start in this time zone. Without it, the local start is "
                        + "floating: in the time zone of your profile",
                example = "Asia/Seoul")
        @Nullable String timeZone,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(description = "Only of whole days", example = "2026-11-23")
        @Nullable String startDate,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(description = "Only of whole days: the day after the last day", example = "2026-11-24")
        @Nullable String endDate,

        @Schema(example = "Bring the X-ray") @Nullable String note,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(
                description = "Only of a series as a whole, whose other fields are those of the first occurrence. An "
                        + "occurrence in a window has `occurrence` instead")
        @Nullable RecurrenceForm recurrence,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(description = "The place as free text, beside the location")
        @Nullable String place,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double latitude,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double longitude,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(maxLength = 8000) @Nullable String description,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String colour,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> tags,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(
                description = "Absent: confirmed",
                allowableValues = {Details.TENTATIVE, Details.CONFIRMED, Details.CANCELLED})
        @Nullable String status,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(
                description = "Absent: busy",
                allowableValues = {Details.FREE, Details.BUSY})
        @Nullable String transparency,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(description = FieldTexts.REMINDERS) @Nullable List<Integer> reminders,

        Instant createdAt,
        Instant updatedAt,

        @Schema(
                description =
                        "The value of the `ETag`, without its quotes, which `If-Match` needs. An occurrence has the "
                                + "version of its series",
                example = "3")
        String version,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(
                description =
                        "After adding, replacing, changing and restoring only: at most ten of your other schedules that "
                                + "overlap this schedule, by start. Absent for a personal access token without the scope "
                                + "`schedules:read`.")
        @Nullable List<UUID> overlaps,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(
                description = "Only of a series as a whole: its changed occurrences, at most 100, each with its "
                        + "`occurrence`. Deleted occurrences are in `recurrence.excludedDates`")
        @Nullable List<ScheduleResponse> exceptions,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(description = "Only of an occurrence of a series") @Nullable OccurrenceReference occurrence) {

    /** Completes a response with a schedule and its ETag. */
    static ResponseEntity<ScheduleResponse> in(
            ResponseEntity.BodyBuilder response, Schedule schedule, ZoneId memberZone) {
        return response.eTag(schedule.entityTag()).body(of(schedule, memberZone));
    }

    /** Completes a response with a schedule, its ETag and the schedules that it overlaps. */
    static ResponseEntity<ScheduleResponse> in(
            ResponseEntity.BodyBuilder response, ScheduleWithOverlaps written, Member member) {
        return response.eTag(written.schedule().entityTag()).body(of(written, member));
    }

    /** Leaves the other schedules out for a token that may only write: with an id, it could read their contents. */
    static ScheduleResponse of(ScheduleWithOverlaps written, Member member) {
        return of(
                written.schedule().in(member.timeZone()),
                member.scopes().permits(Scope.SCHEDULES_READ) ? written.overlaps() : null);
    }

    /** Returns a schedule as a whole to a member whose days begin in this zone. */
    static ScheduleResponse of(Schedule schedule, ZoneId memberZone) {
        return of(schedule.in(memberZone), (List<UUID>) null);
    }

    private static ScheduleResponse of(Schedule schedule, @Nullable List<UUID> overlaps) {
        Plan plan = schedule.plan();
        return of(schedule, plan, plan.startAt(), plan.endAt(), overlaps, exceptions(schedule), null);
    }

    /** Returns a single schedule, or an occurrence of a series. */
    static ScheduleResponse of(Occurrence occurrence) {
        return of(
                occurrence.schedule(),
                occurrence.plan(),
                occurrence.startAt(),
                occurrence.endAt(),
                null,
                occurrence.originalStart() == null ? exceptions(occurrence.schedule()) : null,
                occurrence.reference());
    }

    private static @Nullable List<ScheduleResponse> exceptions(Schedule schedule) {
        Series series = schedule.plan().series();
        return series == null || series.changed().isEmpty()
                ? null
                : series.changed().stream()
                        .map(changed -> of(Occurrence.changed(schedule, changed)))
                        .toList();
    }

    private static ScheduleResponse of(
            Schedule schedule,
            Plan plan,
            Instant startAt,
            Instant endAt,
            @Nullable List<UUID> overlaps,
            @Nullable List<ScheduleResponse> exceptions,
            @Nullable OccurrenceReference occurrence) {
        TimeFields time = plan.time().form() == TimeForm.INSTANT
                ? TimeFields.NONE
                : TimeFields.of(plan.time(), plan.time().form());
        Details details = plan.details();
        return new ScheduleResponse(
                schedule.id(),
                plan.title(),
                plan.locationId(),
                startAt,
                endAt,
                time.localStart(),
                time.localEnd(),
                time.timeZone(),
                time.startDate(),
                time.endDate(),
                plan.note(),
                RecurrenceForm.of(plan),
                details.place(),
                details.latitude(),
                details.longitude(),
                details.description(),
                details.colour(),
                details.tags().isEmpty() ? null : details.tags(),
                details.status(),
                details.transparency(),
                details.reminders().isEmpty() ? null : details.reminders(),
                schedule.createdAt(),
                schedule.updatedAt(),
                schedule.entityTag(),
                overlaps,
                exceptions,
                occurrence);
    }
}
