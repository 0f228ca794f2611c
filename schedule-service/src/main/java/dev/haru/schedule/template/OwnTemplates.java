package dev.haru.schedule.template;

import dev.haru.schedule.category.CategoryResponse;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** All templates of a member, newest first. The limit on templates keeps the list short, so it has no pages. */
record OwnTemplates(List<OwnTemplate> items) {

    /** A template in the list of its owner. */
    record OwnTemplate(
            UUID templateId,
            TemplateStatus status,
            String title,
            CategoryResponse category,

            @Schema(description = "1 to 5; null without ratings", example = "4.25") @Nullable Double averageRating,

            int ratings,
            int adoptions,
            Instant createdAt,
            Instant updatedAt,
            @Nullable Instant releasedAt,

            @Schema(description = "The version for `If-Match`, which needs quotes around it", example = "3")
            String version) {}
}
