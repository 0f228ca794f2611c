package dev.haru.schedule.category;

import io.swagger.v3.oas.annotations.media.Schema;

/** A category in a response, with its name in one language. */
public record CategoryResponse(
        @Schema(example = "fitness") String code,
        @Schema(example = "Fitness") String name,

        @Schema(description = "The name of a symbol", example = "dumbbell")
        String icon) {

    /** Returns the category with its name in the language. */
    public static CategoryResponse of(Category category, String language) {
        return new CategoryResponse(category.code(), category.name(language), category.icon());
    }
}
