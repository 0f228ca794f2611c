package dev.haru.bench.naive;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The whole row of a member, with its region. */
@Entity
@Table(name = "member")
@SuppressWarnings("NullAway.Init")
class NaiveMember {

    @Id
    public UUID id;

    public String nickname;
    public @Nullable String email;

    @ManyToOne(fetch = FetchType.EAGER)
    @JoinColumn(name = "regionId")
    public NaiveRegion region;

    public @Nullable String timeZone;
    public Instant createdAt;
    public Instant updatedAt;

    /** The row of a region. */
    @Entity
    @Table(name = "region")
    static class NaiveRegion {

        @Id
        public Integer id;

        public String name;
        public String zone;
    }
}
