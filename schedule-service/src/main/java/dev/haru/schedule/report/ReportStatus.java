package dev.haru.schedule.report;

import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** The periods that a schedule overlaps. */
record ReportStatus(
        @Schema(description = "The time zone in which the days begin and end", example = "Asia/Seoul")
        String timeZone,

        @ArraySchema(
                arraySchema = @Schema(description = "Days or ISO weeks, oldest first"),
                schema = @Schema(example = "2026-11-21"))
        List<String> items) {}
