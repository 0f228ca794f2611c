package dev.haru.schedule.icalendar;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.haru.platform.language.Messages;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The state of an import and its report. */
record ImportResponse(
        UUID importId,

        @Schema(description = "Whether the import only reports what it would do")
        boolean dryRun,

        @Schema(
                description = "`pending` until the report is complete; `failed` if the import stopped, with the "
                        + "schedules that it had written until then",
                allowableValues = {"pending", "completed", "failed"},
                example = "completed")
        String status,

        @Schema(description = "The number of components of the file, without time zones", example = "1")
        int components,

        ImportCounts counts,

        @Schema(description = "The refused components, and those that the import changed, at most 1,000")
        List<Item> items,

        Instant createdAt,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(description = "Absent until the import ended") @Nullable Instant endedAt) {

    static ImportResponse of(CalendarImport found, String language, Messages messages) {
        return new ImportResponse(
                found.id(),
                found.dryRun(),
                found.status().code(),
                found.components(),
                found.counts(),
                found.report().stream()
                        .map(item -> Item.of(item, language, messages))
                        .toList(),
                found.createdAt(),
                found.endedAt());
    }

    /** A component of the file. */
    record Item(
            @Schema(description = "The line of the file at which the component begins", example = "2")
            int line,

            @Schema(description = "The kind of the component", example = "VTODO")
            String component,

            @Schema(description = "The UID; null if the component has none", example = "20261123T0930-1@example.org")
            @Nullable String uid,

            @Schema(
                    allowableValues = {"added", "changed", "unchanged", "refused"},
                    example = "refused")
            ImportOutcome outcome,

            @Schema(description = "The schedule; null if there is none") @Nullable UUID scheduleId,

            @Schema(
                    description = "Why the component was refused, or what the import changed",
                    example = "[\"A schedule cannot represent VTODO.\"]")
            List<String> messages) {

        static Item of(ReportItem item, String language, Messages texts) {
            return new Item(
                    item.line(),
                    item.component(),
                    item.uid(),
                    item.outcome(),
                    item.scheduleId(),
                    item.texts().stream()
                            .map(text -> texts.text(text.message(), language))
                            .toList());
        }
    }
}
