package dev.haru.schedule.template;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.schedule.calendar.ErasureLock;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Stores the ratings of templates. Each member may rate each template once, except the member's own templates. */
@Repository
class Reviews {

    private static final UUID NO_MEMBER = new UUID(0, 0);

    /**
     * A concurrent deletion of the template waits for this statement. If the deletion was first, the statement inserts
     * nothing.
     */
    private static final String RATE = """
            insert into review (template_id, member_id, rating, rated_at)
            select t.id, :memberId, :rating, :now
            from template t
            where t.id = :templateId and t.status = 'released' and t.owner_id <> :memberId
            for key share
            on conflict (template_id, member_id) do update
            set rating = excluded.rating, rated_at = excluded.rated_at
            """;

    private static final String RATING_SUMMARY = """
            select coalesce(r.rating_total, 0) as rating_total, coalesce(r.ratings, 0) as ratings,
                   coalesce(r.adoptions, 0) as adoptions, v.rating as own_rating
            from (values (cast(:templateId as uuid))) as t (id)
            left join template_ranking r on r.template_id = t.id
            left join review v on v.template_id = t.id and v.member_id = :memberId
            """;

    private final JdbcClient jdbc;
    private final ErasureLock erasureLock;
    private final ReplicaRouting routing;
    private final Clock clock;

    Reviews(JdbcClient jdbc, ErasureLock erasureLock, ReplicaRouting routing, Clock clock) {
        this.jdbc = jdbc;
        this.erasureLock = erasureLock;
        this.routing = routing;
        this.clock = clock;
    }

    /** Sets the rating of a released template by the member; replaces an earlier rating. */
    @Transactional
    void rate(UUID memberId, UUID templateId, int rating) {
        routing.wrote(memberId);
        erasureLock.acquire(memberId);
        int rated = jdbc.sql(RATE)
                .param("templateId", templateId)
                .param("memberId", memberId)
                .param("rating", rating)
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .update();
        if (rated == 0) {
            throw isOf(memberId, templateId) ? OwnTemplateRefused.toRate() : TemplateNotFound.orNotReleased();
        }
    }

    /** Deletes the rating by the member, also of a withdrawn template. Does nothing without a rating. */
    @Transactional
    void unrate(UUID memberId, UUID templateId) {
        routing.wrote(memberId);
        jdbc.sql("delete from review where template_id = :templateId and member_id = :memberId")
                .param("templateId", templateId)
                .param("memberId", memberId)
                .update();
    }

    /** Returns the rating summary of a template, with the member's own rating if a member is given. */
    @Transactional(readOnly = true)
    RatingSummary ratingSummary(UUID templateId, @Nullable UUID memberId) {
        return jdbc.sql(RATING_SUMMARY)
                .param("templateId", templateId)
                .param("memberId", Objects.requireNonNullElse(memberId, NO_MEMBER))
                .query((row, _) -> {
                    int ratings = row.getInt("ratings");
                    return new RatingSummary(
                            RatingSummary.average(row.getInt("rating_total"), ratings),
                            ratings,
                            row.getInt("adoptions"),
                            row.getObject("own_rating", Integer.class));
                })
                .single();
    }

    private boolean isOf(UUID memberId, UUID templateId) {
        return jdbc.sql("select count(*) from template where id = :templateId and owner_id = :memberId")
                        .param("templateId", templateId)
                        .param("memberId", memberId)
                        .query(Integer.class)
                        .single()
                == 1;
    }
}
