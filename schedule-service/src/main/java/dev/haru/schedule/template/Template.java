package dev.haru.schedule.template;

import dev.haru.platform.precondition.IfMatch;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Version;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.annotations.UuidGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A ready-made plan of a member. It starts as a draft. The owner may release it to all members, withdraw it and release
 * it again.
 *
 * <p>Longer than 120 lines because it keeps the columns of a row and the rules of its changes together.
 */
@Entity
class Template {

    @Id
    @UuidGenerator(style = UuidGenerator.Style.VERSION_7)
    private @Nullable UUID id;

    @Column(updatable = false)
    private UUID ownerId;

    @Convert(converter = TemplateStatusConverter.class)
    private TemplateStatus status;

    private int categoryId;
    private String title;
    private String description;
    private int durationMinutes;
    private int locationId;
    private @Nullable String imageUrl;

    @ElementCollection(fetch = FetchType.EAGER) // one statement by a join; lists use projections, not entities
    @CollectionTable(name = "template_item", joinColumns = @JoinColumn(name = "template_id"))
    @OrderColumn(name = "position")
    private List<Step> steps;

    @Version
    private int version;

    @Column(updatable = false)
    private Instant createdAt;

    private Instant updatedAt;
    private @Nullable Instant releasedAt;

    /** For Hibernate, which sets all fields. */
    @SuppressWarnings("NullAway.Init")
    protected Template() {}

    /** Creates a draft, which only the owner sees. */
    Template(UUID ownerId, Content content, Instant now) {
        this.ownerId = ownerId;
        this.status = TemplateStatus.DRAFT;
        this.categoryId = content.categoryId();
        this.title = content.title();
        this.description = content.description();
        this.durationMinutes = content.durationMinutes();
        this.locationId = content.locationId();
        this.imageUrl = content.imageUrl();
        this.steps = new ArrayList<>(content.steps());
        this.createdAt = now.truncatedTo(ChronoUnit.MICROS);
        this.updatedAt = this.createdAt;
    }

    /**
     * Replaces the content. Equal content changes nothing, so that the template does not count as "recently updated".
     */
    void edit(Content content, IfMatch seen, Instant now) {
        requireSeen(seen);
        if (content.equals(content())) {
            return;
        }
        this.categoryId = content.categoryId();
        this.title = content.title();
        this.description = content.description();
        this.durationMinutes = content.durationMinutes();
        this.locationId = content.locationId();
        this.imageUrl = content.imageUrl();
        this.steps.clear();
        this.steps.addAll(content.steps());
        this.updatedAt = now.truncatedTo(ChronoUnit.MICROS);
    }

    /** Shows the template to all members. Only the first release counts as new. */
    void release(IfMatch seen, Instant now) {
        requireSeen(seen);
        status = TemplateStatus.RELEASED;
        if (releasedAt == null) {
            releasedAt = now.truncatedTo(ChronoUnit.MICROS);
            updatedAt = releasedAt;
        }
    }

    /** Hides the template from all other members. Adopted schedules stay. */
    void withdraw(IfMatch seen) {
        requireSeen(seen);
        if (status == TemplateStatus.DRAFT) {
            throw TemplateConflict.notReleased();
        }
        status = TemplateStatus.WITHDRAWN;
    }

    void requireSeen(IfMatch seen) {
        if (!seen.accepts(version)) {
            throw TemplateChanged.sinceRead();
        }
    }

    boolean isOf(@Nullable UUID memberId) {
        return ownerId.equals(memberId);
    }

    boolean isReleased() {
        return status == TemplateStatus.RELEASED;
    }

    Content content() {
        return new Content(categoryId, title, description, durationMinutes, locationId, imageUrl, steps);
    }

    /** Returns the id. Hibernate assigns it when it saves the template for the first time. */
    UUID id() {
        return Objects.requireNonNull(id);
    }

    TemplateStatus status() {
        return status;
    }

    int version() {
        return version;
    }

    Instant createdAt() {
        return createdAt;
    }

    Instant updatedAt() {
        return updatedAt;
    }

    @Nullable Instant releasedAt() {
        return releasedAt;
    }
}
