package dev.haru.bench.templates;

import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The whole row of a template, with its category. */
@Entity
@Table(name = "template")
@SuppressWarnings("NullAway.Init")
class NaiveTemplate {

    @Id
    public UUID id;

    public UUID ownerId;
    public String status;

    @ManyToOne(fetch = FetchType.EAGER)
    @JoinColumn(name = "categoryId")
    public NaiveCategory category;

    public String title;
    public String description;
    public int durationMinutes;
    public int locationId;
    public @Nullable String imageUrl;
    public int version;
    public Instant createdAt;
    public Instant updatedAt;
    public @Nullable Instant releasedAt;

    /** A category with its names. */
    @Entity
    @Table(name = "category")
    static class NaiveCategory {

        @Id
        public Integer id;

        public String code;
        public String icon;

        @ElementCollection(fetch = FetchType.EAGER)
        @CollectionTable(name = "category_name", joinColumns = @JoinColumn(name = "categoryId"))
        @MapKeyColumn(name = "language")
        @Column(name = "name")
        public Map<String, String> names;
    }
}
