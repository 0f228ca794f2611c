package dev.haru.schedule.category;

import io.swagger.v3.oas.annotations.media.Schema;

/** A category as clients see it, in one language. */
public record CategoryResponse(
        @Schema(example = "fitness") String code,
        @Schema(example = "Fitness") String name,

        @Schema(description = "The name of a symbol", example = "dumbbell")
        String icon) {

    /** The category with its name in a language. */
    public static CategoryResponse of(Category category, String language) {
        return new CategoryResponse(category.code(), category.name(language), category.icon());
    }
}
