package dev.haru.schedule.template;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a list shows of a released template, as one query answers it.
 *
 * @param averageRating from 1 to 5, rounded to hundredths; null while nobody has rated it
 * @param ratings how many members have rated it, at the last refresh of the ranking
 * @param adoptions how many members have adopted it, at the last refresh of the ranking
 */
public record TemplateCard(
        UUID templateId,
        String title,
        String description,
        @Nullable String imageUrl,
        int categoryId,
        @Nullable Double averageRating,
        int ratings,
        int adoptions) {}
