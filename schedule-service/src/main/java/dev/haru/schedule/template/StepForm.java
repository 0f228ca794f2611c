package dev.haru.schedule.template;

import dev.haru.schedule.calendar.NotBlankIfGiven;
import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.template.TemplateResponse.StepResponse;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** One schedule of a template as a client sends it. Absent fields take the values of the template. */
record StepForm(
        @NotBlankIfGiven
        @Size(min = 1, max = 200) @Pattern(regexp = Plan.ONE_LINE, message = Plan.ONE_LINE_MESSAGE) @Schema(description = "Default: the title of the template", example = "Chapter 1")
        @Nullable String title,

        @NotNull @Min(0) @Max(TemplateForm.MAX_DURATION_MINUTES) @Schema(
                description = "Minutes after the start of the adoption; 1440 minutes are one calendar day, even when "
                        + "the clocks change",
                example = "1440")
        Integer startsAfterMinutes,

        @NotNull @Min(1) @Max(TemplateForm.MAX_DURATION_MINUTES) @Schema(example = "45")
        Integer durationMinutes,

        @Schema(
                description = "The id of a location from GET /v1/locations; default: the location of the template",
                example = "6")
        @Nullable Integer locationId,

        @Size(max = 2000) @Schema(example = "Bring a pencil") @Nullable String note,

        @Size(max = 500) @Schema(
                description =
                        "Makes the item a series: a recurrence rule (RFC 5545) without UNTIL, which counts from the "
                                + "start of the item in the time zone of the adopting member. Default: a single schedule",
                example = "FREQ=WEEKLY;COUNT=4")
        @Nullable String recurrenceRule) {

    /** Returns the form that keeps the schedule of a template as it is. */
    static StepForm of(StepResponse step) {
        return new StepForm(
                step.title(),
                step.startsAfterMinutes(),
                step.durationMinutes(),
                step.locationId(),
                step.note(),
                step.recurrenceRule());
    }

    Step step(TemplateForm template) {
        return new Step(
                title == null ? template.title() : title,
                startsAfterMinutes,
                durationMinutes,
                locationId == null ? template.locationId() : locationId,
                note,
                recurrenceRule);
    }

    @Override
    public String toString() {
        return "StepForm[startsAfterMinutes=" + startsAfterMinutes + "]";
    }
}
