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

/** A ready-made plan, as its owner made it; draft, then released to all, perhaps withdrawn and released again. */
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

    @ElementCollection(fetch = FetchType.EAGER) // by a join: lists are not made of entities
    @CollectionTable(name = "template_item", joinColumns = @JoinColumn(name = "template_id"))
    @OrderColumn(name = "position")
    private List<Step> steps;

    @Version
    private int version;

    @Column(updatable = false)
    private Instant createdAt;

    private Instant updatedAt;
    private @Nullable Instant releasedAt;

    /** For Hibernate, which fills every field. */
    @SuppressWarnings("NullAway.Init")
    protected Template() {}

    /** A draft that nobody else sees. */
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

    /** Has other content from now on; with the same nothing changes, so that it is not "recently updated" for it. */
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

    /** Everybody sees it from now on; it is new the first time only. */
    void release(IfMatch seen, Instant now) {
        requireSeen(seen);
        status = TemplateStatus.RELEASED;
        if (releasedAt == null) {
            releasedAt = now.truncatedTo(ChronoUnit.MICROS);
            updatedAt = releasedAt;
        }
    }

    /** Only its owner sees it from now on; what members have adopted stays theirs. */
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

    /** Given when it is first saved. */
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
