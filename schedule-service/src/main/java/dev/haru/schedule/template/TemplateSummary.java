package dev.haru.schedule.template;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.haru.schedule.category.Category;
import dev.haru.schedule.category.CategoryResponse;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A released template in a list, as all clients see it. */
public record TemplateSummary(
        UUID templateId,
        @Schema(example = "Morning run") String title,
        @Schema(description = "Plain text without markup") String description,
        @Nullable String imageUrl,
        CategoryResponse category,

        @Schema(description = "1 to 5; null without ratings", example = "4.25") @Nullable Double averageRating,

        @Schema(description = "The number of members who rated the template")
        int ratings,

        @Schema(description = "The number of members who adopted the template")
        int adoptions,

        @Schema(description = "The version for `If-Match`, which needs quotes around it", example = "3")
        String version,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(description = "Your current rating; absent without a token or a rating")
        @Nullable Integer ownRating) {

    /** Converts a card, with the name of its category in a language. */
    public static TemplateSummary of(TemplateCard card, Category category, String language) {
        return of(card, CategoryResponse.of(category, language), null);
    }

    static TemplateSummary of(TemplateCard card, CategoryResponse category, @Nullable Integer ownRating) {
        return new TemplateSummary(
                card.templateId(),
                card.title(),
                card.description(),
                card.imageUrl(),
                category,
                card.averageRating(),
                card.ratings(),
                card.adoptions(),
                Integer.toString(card.version()),
                ownRating);
    }
}
