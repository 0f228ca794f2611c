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
 * Refreshes the materialised view template_ranking. The view reads the row template_prior, the table template_tally,
 * and the changes that the tally does not contain yet.
 *
 * <p>The score of a template is its Bayesian average {@code (m * C + sum of ratings) / (m + number of ratings)}, where
 * C is the mean of all ratings. The score acts as if m members had already rated the template C, so that one rating of
 * 5 does not win over hundreds of 4.8. IMDb has published this weighted rating for its Top 250 as "a true Bayesian
 * estimate" (<a href="https://en.wikipedia.org/wiki/Bayesian_average">Bayesian average</a>).
 *
 * <p>Longer than 120 lines because it keeps the statements of the ranking together.
 */
@Repository
class RankingStore {

    /**
     * The key of the advisory lock on the ranking. The SQL function {@code recount_template_tally()} takes the same
     * lock.
     */
    static final long LOCK = 0x7e3a_91c4_05d2_6b18L;

    /** The time that the network may add to that of the statement. */
    private static final Duration NETWORK_TIME = Duration.ofSeconds(5);

    /**
     * Changes C, rounded to tenths, only if the mean of all ratings is at least a tenth away. Each change of C rewrites
     * the scores of all templates. Otherwise a refresh writes only the rows of templates with new ratings or adoptions.
     */
    private static final String UPDATE_PRIOR = """
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
     * Adds the changes to the tally. This only keeps the table of changes short: the view counts a change in either
     * table. The statement waits for no other transaction. It leaves the changes of templates that another transaction
     * deletes, and removes those of deleted templates.
     */
    private static final String ADD_CHANGES = """
            with locked as materialized (
                select t.id from template t
                where t.id in (select template_id from template_tally_change)
                order by t.id
                for key share skip locked),
            changes as (
                delete from template_tally_change c
                where c.template_id in (select id from locked)
                   or not exists (select 1 from template t where t.id = c.template_id)
                returning template_id, ratings, rating_total, adoptions),
            sums as (
                select template_id, sum(ratings) as ratings, sum(rating_total) as rating_total,
                       sum(adoptions) as adoptions
                from changes
                group by template_id)
            insert into template_tally as y (template_id, ratings, rating_total, adoptions)
            select s.template_id, s.ratings, s.rating_total, s.adoptions
            from sums s
            join locked on locked.id = s.template_id
            order by s.template_id
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

    /**
     * Returns when the ranking was last refreshed; empty if never. Reads the primary, because a replica lags behind.
     */
    @Transactional
    Optional<Instant> refreshedAt() {
        return jdbc.sql("select refreshed_at from template_prior")
                .query((row, _) -> Optional.ofNullable(row.getObject("refreshed_at", OffsetDateTime.class)))
                .single()
                .map(OffsetDateTime::toInstant);
    }

    /** Tries to take the lock until the transaction ends; returns false if another transaction holds it. */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean lock() {
        return jdbc.sql("select pg_try_advisory_xact_lock(:lock)")
                .param("lock", LOCK)
                .query(Boolean.class)
                .single();
    }

    /**
     * Refreshes the ranking. Readers do not wait: they see the old ranking until the transaction ends. Fails after the
     * time limit. Locks no row of a template, so that changes of templates do not wait.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    void refresh(int weight, Instant now, Duration timeLimit) {
        raiseTimeouts(timeLimit);
        jdbc.sql(UPDATE_PRIOR)
                .param("weight", weight)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
        jdbc.sql("refresh materialized view concurrently template_ranking").update();
    }

    /** Adds the changes to the tally. Call it in a transaction of its own, because it locks templates. */
    @Transactional(propagation = Propagation.MANDATORY)
    void addChanges(Duration timeLimit) {
        raiseTimeouts(timeLimit);
        jdbc.sql(ADD_CHANGES).update();
    }

    /**
     * Gives the statement more time than the pool does, on both ends of the connection; the pool restores its
     * time-outs. Disables parallel workers, because they would take processor cores from concurrent readers.
     */
    private void raiseTimeouts(Duration timeLimit) {
        jdbc.sql("""
                        select set_config('statement_timeout', :limit, true),
                               set_config('max_parallel_workers_per_gather', '0', true),
                               set_config('max_parallel_maintenance_workers', '0', true)
                        """).param("limit", timeLimit.toMillis() + "ms").query().singleRow();
        Connection connection = DataSourceUtils.getConnection(database);
        try {
            connection.setNetworkTimeout(
                    Runnable::run, (int) timeLimit.plus(NETWORK_TIME).toMillis());
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        } finally {
            DataSourceUtils.releaseConnection(connection, database);
        }
    }
}
