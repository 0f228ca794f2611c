package dev.haru.schedule.template;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.problem.ReadOnlyFields;
import dev.haru.schedule.calendar.Bookings;
import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.category.Category;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to publish, to edit or to patch a template. The last fields are read-only: a client may send back a
 * template as it has read it.
 *
 * <p>Longer than 120 lines because it names each field once for its rules and once for each comparison.
 */
record TemplateForm(
        @NotBlank @Size(min = 1, max = 64) @Schema(
                implementation = String.class,
                description = "The code of a category. The service also accepts the object that a response has.",
                example = "study")
        CategoryReference category,

        @NotBlank @Size(min = 1, max = 200) @Pattern(regexp = Plan.ONE_LINE, message = Plan.ONE_LINE_MESSAGE) @Schema(example = "Study plan")
        String title,

        @NotBlank @Size(min = 1, max = 1000) @Schema(description = "Plain text without markup", example = "Two evenings, one chapter each")
        String description,

        @NotNull @Min(1) @Max(MAX_DURATION_MINUTES) @Schema(description = "The length of the whole template in minutes, at most 366 days", example = "1485")
        Integer durationMinutes,

        @NotNull @Schema(description = "The id of a location from GET /v1/locations", example = "6")
        Integer locationId,

        @HttpsUrl @Size(max = 1000) @Schema(example = "https://images.example.org/study.jpg") @Nullable
        String imageUrl,

        @Valid @Size(max = MAX_ITEMS) @Schema(description = "The schedules that an adoption adds; without items, one schedule of the full duration")
        @Nullable List<@NotNull @Valid StepForm> items,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable UUID templateId,

        @Size(max = 20) @Schema(
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION,
                allowableValues = {"draft", "released", "withdrawn"})
        @Nullable String status,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable Boolean own,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable Double averageRating,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable Integer ratings,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable Integer adoptions,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable Integer ownRating,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable Instant createdAt,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable Instant updatedAt,

        @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION) @Nullable Instant releasedAt,

        @Size(max = 20) @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = ReadOnlyFields.DESCRIPTION)
        @Nullable String version) {

    /** The maximum duration of a schedule. */
    static final int MAX_DURATION_MINUTES = 366 * 24 * 60;

    /** More schedules than most calendars have room for. */
    static final int MAX_ITEMS = 30;

    /** Returns the form that keeps the template as it is. */
    static TemplateForm of(TemplateResponse template) {
        return new TemplateForm(
                new CategoryReference(template.category().code(), null, null),
                template.title(),
                template.description(),
                template.durationMinutes(),
                template.locationId(),
                template.imageUrl(),
                template.items().stream().map(StepForm::of).toList(),
                template.templateId(),
                nameOf(template.status()),
                template.own(),
                template.averageRating(),
                template.ratings(),
                template.adoptions(),
                template.ownRating(),
                template.createdAt(),
                template.updatedAt(),
                template.releasedAt(),
                template.version());
    }

    boolean hasReadOnlyFields() {
        return readOnlyFields().hasChanges();
    }

    /** Compares the read-only fields with the current template, except the counts. */
    void compareReadOnlyFields(TemplateResponse current, ReadOnlyFields fields) {
        fields.compare("templateId", templateId, current.templateId())
                .compare("status", status, nameOf(current.status()))
                .compare("own", own, current.own())
                .compare("createdAt", createdAt, current.createdAt())
                .compare("updatedAt", updatedAt, current.updatedAt())
                .compare("releasedAt", releasedAt, current.releasedAt())
                .compare("version", version, current.version());
    }

    /** Compares the counts, which change without a new version of the template. */
    void compareCounts(TemplateResponse current, ReadOnlyFields fields) {
        fields.compare("averageRating", averageRating, current.averageRating())
                .compare("ratings", ratings, current.ratings())
                .compare("adoptions", adoptions, current.adoptions())
                .compare("ownRating", ownRating, current.ownRating());
    }

    /** Throws the 400 problem if the form of a new template has read-only fields. */
    void refuseReadOnlyFields() {
        readOnlyFields().refuseChanges();
    }

    /** Compares the read-only fields with those of a new template, which has none. */
    private ReadOnlyFields readOnlyFields() {
        return ReadOnlyFields.ofRequest()
                .compare("templateId", templateId, null)
                .compare("status", status, null)
                .compare("own", own, null)
                .compare("averageRating", averageRating, null)
                .compare("ratings", ratings, null)
                .compare("adoptions", adoptions, null)
                .compare("ownRating", ownRating, null)
                .compare("createdAt", createdAt, null)
                .compare("updatedAt", updatedAt, null)
                .compare("releasedAt", releasedAt, null)
                .compare("version", version, null);
    }

    /** Converts the form to content. Refuses an item that ends after the template, and an invalid rule. */
    Content content(Category known) {
        List<StepForm> forms = items == null ? List.of() : items;
        for (int i = 0; i < forms.size(); i++) {
            StepForm form = forms.get(i);
            if (form.startsAfterMinutes() + form.durationMinutes() > durationMinutes) {
                throw InvalidRequest.field("items[%d].durationMinutes".formatted(i), Message.of("field.item-duration"));
            }
            if (form.recurrenceRule() != null) {
                Bookings.requireRule("items[%d].recurrenceRule".formatted(i), form.recurrenceRule());
            }
        }
        return new Content(
                known.id(),
                title,
                description,
                durationMinutes,
                locationId,
                imageUrl,
                forms.stream().map(form -> form.step(this)).toList());
    }

    private static String nameOf(TemplateStatus status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return "TemplateForm[category=" + category.code() + "]";
    }
}
