package dev.haru.schedule.template;

import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.category.Category;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request to publish or edit a template. */
record TemplateForm(
        @NotBlank @Size(min = 1, max = 64) @Schema(description = "The code of a category", example = "study")
        String category,

        @NotBlank @Size(min = 1, max = 200) @Pattern(regexp = Plan.ONE_LINE, message = Plan.ONE_LINE_MESSAGE) @Schema(example = "Study plan")
        String title,

        @NotBlank @Size(min = 1, max = 1000) @Schema(description = "Plain text without markup", example = "Two evenings, one chapter each")
        String description,

        @NotNull @Min(1) @Max(MAX_DURATION_MINUTES) @Schema(description = "The length of the whole template in minutes, at most 366 days", example = "1485")
        Integer durationMinutes,

        @NotNull @Schema(description = "The id of a location from GET /v1/locations", example = "6")
        Integer locationId,

        @HttpsUrl @Size(max = 1000) @Schema(example = "https://images.example.org/study.jpg") @Nullable
        String imageUrl,

        @Valid @Size(max = MAX_ITEMS) @Schema(description = "The schedules that an adoption adds; without items, one schedule of the full duration")
        @Nullable List<@NotNull @Valid StepForm> items) {

    /** The maximum duration of a schedule. */
    static final int MAX_DURATION_MINUTES = 366 * 24 * 60;

    /** More schedules than most calendars have room for. */
    static final int MAX_ITEMS = 30;

    /** Converts the form to content. Refuses an item that ends after the template. */
    Content content(Category known) {
        List<StepForm> forms = items == null ? List.of() : items;
        for (int i = 0; i < forms.size(); i++) {
            StepForm form = forms.get(i);
            if (form.startsAfterMinutes() + form.durationMinutes() > durationMinutes) {
                throw InvalidRequest.field(
                        "items[%d].durationMinutes".formatted(i), "must end within the template's durationMinutes");
            }
        }
        return new Content(
                known.id(),
                title,
                description,
                durationMinutes,
                locationId,
                imageUrl,
                forms.stream().map(form -> form.step(this)).toList());
    }

    @Override
    public String toString() {
        return "TemplateForm[category=" + category + "]";
    }
}
