package dev.haru.schedule.calendar;

import dev.haru.platform.problem.ReadOnlyFields;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The request body to add, to replace or to patch a schedule. The last fields are read-only: a client may send back a
 * schedule as it has read it.
 *
 * <p>Longer than 120 lines because each of its fields carries its description.
 */
@ConsistentSchedule
record ScheduleForm(
        @NotBlank @Size(min = 1, max = 200) @Pattern(regexp = Plan.ONE_LINE, message = Plan.ONE_LINE_MESSAGE) @Schema(example = "Dentist")
        String title,

        @Schema(description = FieldTexts.LOCATION, example = "1") @Nullable Integer locationId,

        @Schema(description = FieldTexts.INSTANT, example = "2026-11-23T09:30:00Z") @Nullable Instant startAt,

        @Schema(
                description = "After startAt, by at most 366 days. " + FieldTexts.INSTANT,
                example = "2026-11-23T10:15:00Z")
        @Nullable Instant endAt,

        @Size(max = TimeFields.LONGEST_LOCAL) @Schema(description = FieldTexts.LOCAL_START) @Nullable String localStart,

        @Size(max = TimeFields.LONGEST_LOCAL) @Schema(description = "The local end: after localStart, by at most 366 days")
        @Nullable String localEnd,

        @Size(max = 50) @Schema(description = FieldTexts.TIME_ZONE) @Nullable String timeZone,

        @Size(max = TimeFields.LONGEST_DATE) @Schema(description = FieldTexts.START_DATE) @Nullable String startDate,

        @Size(max = TimeFields.LONGEST_DATE) @Schema(description = "The day after the last day: after startDate, by at most 366 days")
        @Nullable String endDate,

        @Size(max = 2000) @Schema(example = "Bring the X-ray") @Nullable String note,

        @Valid @Schema(description = "How the schedule recurs; default: not at all") @Nullable RecurrenceForm recurrence,

        @NotBlankIfGiven
        @Size(min = 1, max = 200) @Pattern(regexp = Plan.ONE_LINE, message = Plan.ONE_LINE_MESSAGE) @Schema(description = "The place as free text")
        @Nullable String place,

        @Min(-90) @Max(90) @Schema(description = "Degrees north in WGS 84; required with longitude") @Nullable Double latitude,

        @Min(-180) @Max(180) @Schema(description = "Degrees east in WGS 84; required with latitude") @Nullable Double longitude,

        @Size(max = 8000) @Schema(description = "A long text, such as an agenda") @Nullable String description,

        @Pattern(regexp = FieldTexts.COLOUR, message = "{field.colour}") @Size(max = 7) @Schema(description = "A colour in the form #RRGGBB")
        @Nullable String colour,

        @Size(max = 20) @Nullable List<
                        @NotNull @NotBlankIfGiven @Size(min = 1, max = 50) @Pattern(regexp = Plan.ONE_LINE, message = Plan.ONE_LINE_MESSAGE) String>
                tags,

        @Pattern(regexp = "^(tentative|confirmed|cancelled)$", message = "{field.status}")
        @Size(max = 9) @Schema(
                description = FieldTexts.STATUS,
                allowableValues = {Details.TENTATIVE, Details.CONFIRMED, Details.CANCELLED})
        @Nullable String status,

        @Pattern(regexp = "^(free|busy)$", message = "{field.transparency}")
        @Size(max = 4) @Schema(
                description = FieldTexts.TRANSPARENCY,
                allowableValues = {Details.FREE, Details.BUSY})
        @Nullable String transparency,

        @Size(max = 5) @Schema(description = FieldTexts.REMINDERS) @Nullable List<@NotNull @Min(0) @Max(FieldTexts.MAX_REMINDER) Integer> reminders,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable UUID scheduleId,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable Instant createdAt,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable Instant updatedAt,

        @Size(max = 20) @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION)
        @Nullable String version,

        @Size(max = OverlapReader.MAX) @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = FieldTexts.OVERLAPS)
        @Nullable List<@NotNull UUID> overlaps,

        @Size(max = Series.MAX_CHANGED) @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = FieldTexts.EXCEPTIONS)
        @Nullable List<ScheduleForm> exceptions,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable OccurrenceReference occurrence) {

    /** A body without members, to which a bulk operation adds its members before the body is validated. */
    @SuppressWarnings("NullAway") // the validation refuses it
    static final ScheduleForm EMPTY = new ScheduleForm(
            null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            null, null, null, null, null, null, null, null, null);

    /** Returns the body that keeps the schedule as it is, for a merge patch. It has the time in one form only. */
    static ScheduleForm of(Schedule schedule, SchedulePatch patch) {
        return of(schedule, schedule.plan(), null, patch);
    }

    /** Returns the body that keeps the occurrence as it is, for a merge patch. */
    static ScheduleForm of(Occurrence occurrence, SchedulePatch patch) {
        return of(occurrence.schedule(), occurrence.plan(), occurrence.reference(), patch);
    }

    private static ScheduleForm of(
            Schedule schedule, Plan plan, @Nullable OccurrenceReference occurrence, SchedulePatch patch) {
        ScheduleTime time = plan.time();
        TimeFields fields = TimeFields.of(time, patch.timeForm().orElse(time.form()));
        Details details = plan.details();
        return new ScheduleForm(
                plan.title(),
                plan.locationId(),
                fields.startAt(),
                fields.endAt(),
                fields.localStart(),
                fields.localEnd(),
                fields.timeZone(),
                fields.startDate(),
                fields.endDate(),
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
                schedule.id(),
                schedule.createdAt(),
                schedule.updatedAt(),
                schedule.entityTag(),
                null,
                null,
                occurrence);
    }

    TimeFields time() {
        return new TimeFields(startAt, endAt, localStart, localEnd, timeZone, startDate, endDate);
    }

    /** Returns the plan of a new schedule. Throws the 400 problem if the body has read-only fields. */
    Plan newPlan(ZoneId memberZone) {
        readOnlyFields().refuseChanges();
        return plan(memberZone);
    }

    boolean hasReadOnlyFields() {
        return readOnlyFields().hasChanges();
    }

    /** Compares the read-only fields with those of a new schedule, which has none. */
    private ReadOnlyFields readOnlyFields() {
        return ReadOnlyFields.ofRequest()
                .compare("scheduleId", scheduleId, null)
                .compare("createdAt", createdAt, null)
                .compare("updatedAt", updatedAt, null)
                .compare("version", version, null)
                .compare("overlaps", overlaps, null)
                .compare("exceptions", exceptions, null)
                .compare("occurrence", occurrence, null);
    }

    /**
     * Returns the plan of a schedule that this body replaces. Throws the 400 problem if a read-only field differs from
     * the schedule. The overlaps may differ: they change without a new version of the schedule, so the value that the
     * client read may be outdated.
     */
    Plan planFor(Schedule schedule, ReadOnlyFields fields, ZoneId memberZone) {
        fields.compare("scheduleId", scheduleId, schedule.id())
                .compare("createdAt", createdAt, schedule.createdAt())
                .compare("updatedAt", updatedAt, schedule.updatedAt())
                .compare("version", version, schedule.entityTag())
                .compare("occurrence", occurrence, null)
                .refuseChanges();
        return plan(memberZone).replacing(schedule.plan());
    }

    /** Returns this body. Throws the 400 problem if a read-only field differs from the occurrence. */
    ScheduleForm comparedWith(Occurrence current, ReadOnlyFields fields) {
        Schedule series = current.schedule();
        fields.compare("scheduleId", scheduleId, series.id())
                .compare("createdAt", createdAt, series.createdAt())
                .compare("updatedAt", updatedAt, series.updatedAt())
                .compare("version", version, series.entityTag())
                .compare("occurrence", occurrence, current.reference())
                .refuseChanges();
        return this;
    }

    /**
     * Returns the plan of an occurrence that this body replaces. The instants that a client has read may differ from
     * those of the local times: an exact duration may end in a repeated hour.
     */
    Plan planFor(Occurrence current, ZoneId memberZone) {
        return plan(time().areOf(current) ? current.plan().time() : time().time(memberZone));
    }

    /** Returns the plan of a new schedule, without a check of the read-only fields. */
    Plan plan(ZoneId memberZone) {
        return plan(time().time(memberZone));
    }

    private Plan plan(ScheduleTime time) {
        return new Plan(
                title,
                locationId == null ? Plan.ELSEWHERE : locationId,
                time,
                note,
                new Details(
                        place,
                        latitude,
                        longitude,
                        description,
                        colour,
                        Objects.requireNonNullElse(tags, List.of()),
                        status,
                        transparency,
                        Objects.requireNonNullElse(reminders, List.of()),
                        List.of()),
                recurrence == null ? null : recurrence.series(time),
                null);
    }

    @Override
    public String toString() {
        return "ScheduleForm[time=" + time() + "]";
    }
}
