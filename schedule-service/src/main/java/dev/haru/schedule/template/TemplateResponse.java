package dev.haru.schedule.template;

import dev.haru.schedule.category.CategoryResponse;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A template with the schedules that an adoption creates. */
record TemplateResponse(
        UUID templateId,

        @Schema(description = "Other members see the template only while it is released")
        TemplateStatus status,

        @Schema(description = "Whether you own the template")
        boolean own,

        @Schema(example = "Study plan") String title,
        @Schema(description = "Plain text without markup") String description,
        CategoryResponse category,
        int durationMinutes,
        int locationId,
        @Nullable String imageUrl,

        @Schema(description = "The schedules that an adoption adds; without items, one schedule of the full duration")
        List<StepResponse> items,

        @Schema(description = "1 to 5; null without ratings", example = "4.25") @Nullable Double averageRating,

        @Schema(description = "The number of members who rated the template, at most a minute old")
        int ratings,

        @Schema(description = "The number of members who adopted the template, at most a minute old")
        int adoptions,

        @Schema(description = "Your current rating; null without a rating") @Nullable Integer ownRating,

        Instant createdAt,

        @Schema(description = "The time of the last change of content")
        Instant updatedAt,

        @Schema(description = "The time of the first release") @Nullable Instant releasedAt,

        @Schema(description = "The version for `If-Match`, which needs quotes around it", example = "3")
        String version) {

    static TemplateResponse of(TemplateDetails template, CategoryResponse category) {
        Content content = template.content();
        RatingSummary ratingSummary = template.ratingSummary();
        return new TemplateResponse(
                template.id(),
                template.status(),
                template.own(),
                content.title(),
                content.description(),
                category,
                content.durationMinutes(),
                content.locationId(),
                content.imageUrl(),
                content.steps().stream().map(StepResponse::of).toList(),
                ratingSummary.averageRating(),
                ratingSummary.ratings(),
                ratingSummary.adoptions(),
                ratingSummary.ownRating(),
                template.createdAt(),
                template.updatedAt(),
                template.releasedAt(),
                Integer.toString(template.version()));
    }

    /** One of the schedules that an adoption creates. */
    record StepResponse(
            String title,
            int startsAfterMinutes,
            int durationMinutes,
            int locationId,
            @Nullable String note,

            @Schema(description = "The rule of a series; null: a single schedule", example = "FREQ=WEEKLY;COUNT=4")
            @Nullable String recurrenceRule) {

        static StepResponse of(Step step) {
            return new StepResponse(
                    step.title(),
                    step.startsAfterMinutes(),
                    step.durationMinutes(),
                    step.locationId(),
                    step.note(),
                    step.recurrenceRule());
        }
    }
}
