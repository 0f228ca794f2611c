package dev.haru.schedule.template;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of released templates, and the cursor of the next one. */
record TemplatePage(
        List<TemplateSummary> items,

        @Schema(description = "The cursor for the next page; null on the last page") @Nullable String nextCursor) {}
