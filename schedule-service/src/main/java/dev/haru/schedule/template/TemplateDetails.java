package dev.haru.schedule.template;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A template with all its details, for a member who may see it. */
record TemplateDetails(
        UUID id,
        TemplateStatus status,
        boolean own,
        Content content,
        int version,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant releasedAt,
        RatingSummary ratingSummary) {

    static TemplateDetails of(Template template, @Nullable UUID memberId, RatingSummary ratingSummary) {
        return new TemplateDetails(
                template.id(),
                template.status(),
                template.isOf(memberId),
                template.content(),
                template.version(),
                template.createdAt(),
                template.updatedAt(),
                template.releasedAt(),
                ratingSummary);
    }
}
