package dev.haru.schedule.firstpage;

import dev.haru.schedule.category.CategoryResponse;
import dev.haru.schedule.template.TemplateSummary;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The best templates in each order, over all categories or in one category. */
@Schema(name = "FirstPage")
record FirstPageResponse(
        @Schema(description = "The category of all templates in the lists; null for all categories") @Nullable CategoryResponse category,

        @Schema(description = "By the Bayesian average of the ratings")
        List<TemplateSummary> bestRated,

        @Schema(description = "By the number of members who adopted the template")
        List<TemplateSummary> mostAdopted,

        @Schema(description = "By the time of release") List<TemplateSummary> newest,

        @Schema(description = "By the time of the last change of content")
        List<TemplateSummary> recentlyUpdated) {}
