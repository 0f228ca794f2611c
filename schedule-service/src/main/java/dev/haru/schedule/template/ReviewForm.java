package dev.haru.schedule.template;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/** The rating of a template by a member. */
record ReviewForm(
        @NotNull @Min(1) @Max(5) @Schema(example = "5") Integer rating) {}
