package dev.haru.schedule.template;

import dev.haru.schedule.category.Category;
import dev.haru.schedule.category.CategoryResponse;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A released template in a list, as everybody sees it. */
public record TemplateSummary(
        UUID templateId,
        @Schema(example = "Morning run") String title,
        @Schema(description = "Plain text, never markup") String description,
        @Nullable String imageUrl,
        CategoryResponse category,

        @Schema(description = "1 to 5; null while nobody has rated it", example = "4.25") @Nullable Double averageRating,

        @Schema(description = "How many members have rated it")
        int ratings,

        @Schema(description = "How many members have adopted it")
        int adoptions) {

    /** The card with its category in a language. */
    public static TemplateSummary of(TemplateCard card, Category category, String language) {
        return new TemplateSummary(
                card.templateId(),
                card.title(),
                card.description(),
                card.imageUrl(),
                CategoryResponse.of(category, language),
                card.averageRating(),
                card.ratings(),
                card.adoptions());
    }
}
