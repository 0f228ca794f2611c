package dev.haru.schedule.firstpage;

import dev.haru.schedule.category.CategoryResponse;
import dev.haru.schedule.template.TemplateSummary;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The best templates in each order, over all or in a category. */
@Schema(name = "FirstPage")
record FirstPageResponse(
        @Schema(description = "What all of them are about; null when they are about anything") @Nullable CategoryResponse category,

        @Schema(description = "By a Bayesian average of their ratings")
        List<TemplateSummary> bestRated,

        @Schema(description = "By how many members have adopted them")
        List<TemplateSummary> mostAdopted,

        @Schema(description = "By when they were released") List<TemplateSummary> newest,

        @Schema(description = "By when their content changed")
        List<TemplateSummary> recentlyUpdated) {}
