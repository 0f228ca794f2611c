package dev.haru.schedule.template;

import dev.haru.schedule.category.CategoryResponse;
import dev.haru.schedule.template.OwnTemplates.OwnTemplate;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A template in the list of its owner, as the query returns it. */
record OwnCard(
        UUID templateId,
        TemplateStatus status,
        String title,
        int categoryId,
        @Nullable Double averageRating,
        int ratings,
        int adoptions,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant releasedAt,
        int version) {

    OwnTemplate response(CategoryResponse category) {
        return new OwnTemplate(
                templateId,
                status,
                title,
                category,
                averageRating,
                ratings,
                adoptions,
                createdAt,
                updatedAt,
                releasedAt,
                Integer.toString(version));
    }
}
