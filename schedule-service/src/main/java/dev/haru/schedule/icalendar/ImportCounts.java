package dev.haru.schedule.icalendar;

import io.swagger.v3.oas.annotations.media.Schema;

/** The numbers of components by their outcome. */
record ImportCounts(
        @Schema(description = "New schedules, and occurrences of them", example = "1")
        int added,

        @Schema(description = "Changes of schedules that an earlier import added", example = "0")
        int changed,

        @Schema(description = "Components that the calendar already contains", example = "0")
        int unchanged,

        @Schema(description = "Components that changed nothing; the report has the reasons", example = "0")
        int refused) {

    static final ImportCounts NONE = new ImportCounts(0, 0, 0, 0);

    ImportCounts plus(ImportOutcome outcome) {
        return switch (outcome) {
            case ADDED -> new ImportCounts(added + 1, changed, unchanged, refused);
            case CHANGED -> new ImportCounts(added, changed + 1, unchanged, refused);
            case UNCHANGED -> new ImportCounts(added, changed, unchanged + 1, refused);
            case REFUSED -> new ImportCounts(added, changed, unchanged, refused + 1);
        };
    }
}
