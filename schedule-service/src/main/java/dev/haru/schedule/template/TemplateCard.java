package dev.haru.schedule.template;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A released template in a list, as one query returns it.
 *
 * @param averageRating from 1 to 5, rounded to hundredths; null without ratings
 * @param ratings number of members who rated the template, at the last refresh of the ranking
 * @param adoptions number of members who adopted the template, at the last refresh of the ranking
 */
public record TemplateCard(
        UUID templateId,
        String title,
        String description,
        @Nullable String imageUrl,
        int categoryId,
        @Nullable Double averageRating,
        int ratings,
        int adoptions,
        int version) {}
