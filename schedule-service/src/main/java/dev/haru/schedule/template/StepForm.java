package dev.haru.schedule.template;

import dev.haru.schedule.calendar.Plan;
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

        @Size(max = 2000) @Schema(example = "Bring a pencil") @Nullable String note) {

    Step step(TemplateForm template) {
        return new Step(
                title == null ? template.title() : title,
                startsAfterMinutes,
                durationMinutes,
                locationId == null ? template.locationId() : locationId,
                note);
    }

    @Override
    public String toString() {
        return "StepForm[startsAfterMinutes=" + startsAfterMinutes + "]";
    }
}
