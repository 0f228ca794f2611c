package dev.haru.schedule.template;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.haru.platform.json.PatchOf;
import dev.haru.platform.problem.ReadOnlyFields;
import dev.haru.schedule.calendar.Plan;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A merge patch of a template. {@link TemplateForm} has the rules of the result.
 *
 * <p>Longer than 120 lines because each of its fields carries its description.
 */
@PatchOf(TemplateForm.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
record TemplatePatch(
        @Schema(
                implementation = String.class,
                minLength = 1,
                maxLength = 64,
                description = "The code of a category. The service also accepts the object that a response has.",
                example = "study")
        @Nullable JsonNode category,

        @Schema(
                implementation = String.class,
                minLength = 1,
                maxLength = 200,
                pattern = Plan.ONE_LINE,
                example = "Study plan")
        @Nullable JsonNode title,

        @Schema(
                implementation = String.class,
                minLength = 1,
                maxLength = 1000,
                description = "Plain text without markup",
                example = "Two evenings, one chapter each")
        @Nullable JsonNode description,

        @Schema(
                implementation = Integer.class,
                minimum = "1",
                maximum = "" + TemplateForm.MAX_DURATION_MINUTES,
                description = "The length of the whole template in minutes, at most 366 days",
                example = "1485")
        @Nullable JsonNode durationMinutes,

        @Schema(
                implementation = Integer.class,
                description = "The id of a location from GET /v1/locations",
                example = "6")
        @Nullable JsonNode locationId,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                maxLength = 1000,
                description = "null removes the image",
                example = "https://images.example.org/study.jpg")
        @Nullable JsonNode imageUrl,

        @Schema(
                implementation = StepForm[].class,
                types = {"array", "null"},
                description = "Replaces all items; null removes them. At most " + TemplateForm.MAX_ITEMS + " items")
        @Nullable JsonNode items,

        @Schema(
                implementation = UUID.class,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode templateId,

        @Schema(
                implementation = String.class,
                allowableValues = {"draft", "released", "withdrawn"},
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode status,

        @Schema(
                implementation = Boolean.class,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode own,

        @Schema(
                implementation = Double.class,
                types = {"number", "null"},
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode averageRating,

        @Schema(
                implementation = Integer.class,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode ratings,

        @Schema(
                implementation = Integer.class,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode adoptions,

        @Schema(
                implementation = Integer.class,
                types = {"integer", "null"},
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode ownRating,

        @Schema(
                implementation = Instant.class,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode createdAt,

        @Schema(
                implementation = Instant.class,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode updatedAt,

        @Schema(
                implementation = Instant.class,
                types = {"string", "null"},
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode releasedAt,

        @Schema(
                implementation = String.class,
                maxLength = 20,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode version) {}
