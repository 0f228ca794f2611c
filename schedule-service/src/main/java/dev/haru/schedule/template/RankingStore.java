package dev.haru.schedule.template;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The materialised view template_ranking, and what it reads: the row template_prior, and template_tally with its
 * changes.
 *
 * <p>A template's score is its Bayesian average {@code (m * C + sum of ratings) / (m + number of ratings)}: as if m
 * members had rated it C before, so that one rating of 5 does not win over hundreds of 4.8. It is the weighted rating
 * that IMDb has published for its Top 250, "a true Bayesian estimate" (<a
 * href="https://en.wikipedia.org/wiki/Bayesian_average">Bayesian average</a>), C being the mean of all ratings.
 */
@Repository
class RankingStore {

    /** Of this service's schema; who counts the tally anew, recount_template_tally(), takes the same one. */
    static final long LOCK = 0x7e3a_91c4_05d2_6b18L;

    /** What the network may add to the time of the statement. */
    private static final Duration NETWORK = Duration.ofSeconds(5);

    /**
     * C moves by a tenth or not at all: each move writes the scores of all templates anew, and otherwise only the rows
     * of those are written that somebody has rated or adopted.
     */
    private static final String SETTLE = """
            update template_prior p
            set weight = :weight,
                mean = case when abs(seen.mean - p.mean) >= 0.1
                            then cast(round(cast(seen.mean as numeric), 1) as double precision)
                            else p.mean end,
                refreshed_at = :now
            from (select cast(sum(rating_total) as double precision) / nullif(sum(ratings), 0) as mean
                  from template_ranking) as seen
            """;

    /**
     * For housekeeping alone: the view counts a change wherever it is. A template that is being deleted is waited for.
     */
    private static final String ADD_UP = """
            with changes as (
                delete from template_tally_change returning template_id, ratings, rating_total, adoptions),
            sums as (
                select template_id, sum(ratings) as ratings, sum(rating_total) as rating_total,
                       sum(adoptions) as adoptions
                from changes
                group by template_id)
            insert into template_tally as y (template_id, ratings, rating_total, adoptions)
            select s.template_id, s.ratings, s.rating_total, s.adoptions
            from sums s
            join template t on t.id = s.template_id
            for key share of t
            on conflict (template_id) do update
            set ratings = y.ratings + excluded.ratings, rating_total = y.rating_total + excluded.rating_total,
                adoptions = y.adoptions + excluded.adoptions
            """;

    private final JdbcClient jdbc;
    private final DataSource database;

    RankingStore(JdbcClient jdbc, DataSource database) {
        this.jdbc = jdbc;
        this.database = database;
    }

    /** When it was last refreshed; empty for never. Of the primary, as a replica lags behind. */
    @Transactional
    Optional<Instant> refreshedAt() {
        return jdbc.sql("select refreshed_at from template_prior")
                .query((row, _) -> Optional.ofNullable(row.getObject("refreshed_at", OffsetDateTime.class)))
                .single()
                .map(OffsetDateTime::toInstant);
    }

    /** Until the transaction ends nobody else has it; answers whether nobody has had it. */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean lock() {
        return jdbc.sql("select pg_try_advisory_xact_lock(:lock)")
                .param("lock", LOCK)
                .query(Boolean.class)
                .single();
    }

    /** Refreshes it beside its readers, who see the old one until the transaction ends; gives up after a time. */
    @Transactional(propagation = Propagation.MANDATORY)
    void refresh(int weight, Instant now, Duration timeLimit) {
        allow(timeLimit);
        jdbc.sql(SETTLE)
                .param("weight", weight)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
        jdbc.sql(ADD_UP).update();
        jdbc.sql("refresh materialized view concurrently template_ranking").update();
    }

    /**
     * More time than the pool grants a statement, on both ends of the connection, which the pool takes back; and one
     * core only, since PostgreSQL would take others from those who read meanwhile.
     */
    private void allow(Duration timeLimit) {
        jdbc.sql("""
                        select set_config('statement_timeout', :limit, true),
                               set_config('max_parallel_workers_per_gather', '0', true),
                               set_config('max_parallel_maintenance_workers', '0', true)
                        """).param("limit", timeLimit.toMillis() + "ms").query().singleRow();
        Connection connection = DataSourceUtils.getConnection(database);
        try {
            connection.setNetworkTimeout(
                    Runnable::run, (int) timeLimit.plus(NETWORK).toMillis());
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        } finally {
            DataSourceUtils.releaseConnection(connection, database);
        }
    }
}
