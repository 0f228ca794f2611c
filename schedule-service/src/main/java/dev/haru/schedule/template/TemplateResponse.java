package dev.haru.schedule.template;

import dev.haru.schedule.category.CategoryResponse;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A template with all that it makes. */
record TemplateResponse(
        UUID templateId,

        @Schema(description = "Others see it while it is released")
        TemplateStatus status,

        @Schema(description = "Whether it is yours") boolean own,
        @Schema(example = "Study plan") String title,
        @Schema(description = "Plain text, never markup") String description,
        CategoryResponse category,
        int durationMinutes,
        int locationId,
        @Nullable String imageUrl,

        @Schema(description = "What adopting makes; none: one schedule as long as all of it")
        List<StepResponse> items,

        @Schema(description = "1 to 5; null while nobody has rated it", example = "4.25") @Nullable Double averageRating,

        @Schema(description = "How many members have rated it, a minute ago")
        int ratings,

        @Schema(description = "How many members have adopted it, a minute ago")
        int adoptions,

        @Schema(description = "Yours, of this moment; null for none") @Nullable Integer ownRating,

        Instant createdAt,

        @Schema(description = "When its content last changed")
        Instant updatedAt,

        @Schema(description = "When it was first released") @Nullable Instant releasedAt) {

    static TemplateResponse of(TemplateDetails template, CategoryResponse category) {
        Content content = template.content();
        Standing standing = template.standing();
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
                standing.averageRating(),
                standing.ratings(),
                standing.adoptions(),
                standing.ownRating(),
                template.createdAt(),
                template.updatedAt(),
                template.releasedAt());
    }

    /** One schedule of those that adopting makes. */
    record StepResponse(
            String title,
            int startsAfterMinutes,
            int durationMinutes,
            int locationId,
            @Nullable String note) {

        static StepResponse of(Step step) {
            return new StepResponse(
                    step.title(), step.startsAfterMinutes(), step.durationMinutes(), step.locationId(), step.note());
        }
    }
}
