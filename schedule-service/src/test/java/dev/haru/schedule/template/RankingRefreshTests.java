package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.schedule.template.RankingRefresh.Outcome;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@OnTemplates
class RankingRefreshTests {

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Duration TIME_LIMIT = Duration.ofSeconds(40);

    @Autowired
    private RankingStore store;

    @Autowired
    private PlatformTransactionManager transactions;

    /** Far ahead of the clock of services that other tests started, so that a refresh is never due for these. */
    private final MovableClock clock = new MovableClock(Instant.parse("2050-01-01T00:00:00Z"));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @AfterAll
    static void resetRanking() {
        TemplateFixture.admin()
                .sql("update schedule.template_prior set refreshed_at = null")
                .update();
    }

    @BeforeEach
    void makeRefreshDue() {
        TemplateFixture.admin()
                .sql("update schedule.template_prior set refreshed_at = '2049-01-01Z'")
                .update();
    }

    @Test
    void oneRatingOfFiveRanksBelowManyOfAlmostFive() {
        // The mean of all ratings must be low, however other tests have rated.
        template(IntStream.range(0, 300).map(_ -> 3).toArray());
        process(10, TIME_LIMIT).look();
        clock.advance(INTERVAL);
        UUID ratedOnce = template(5);
        UUID ratedOften =
                template(IntStream.range(0, 60).map(i -> i % 5 == 0 ? 4 : 5).toArray());

        assertThat(process(10, TIME_LIMIT).look()).isEqualTo(Outcome.REFRESHED);

        double mean = prior();
        assertThat(score(ratedOnce)).isCloseTo((10 * mean + 5) / 11, within());
        assertThat(score(ratedOften)).isCloseTo((10 * mean + 288) / 70, within());
        assertThat(score(ratedOften)).isGreaterThan(score(ratedOnce));
    }

    @Test
    void oneOfTheProcessesRefreshesOncePerInterval() {
        RankingRefresh one = process(10, TIME_LIMIT);
        RankingRefresh other = process(10, TIME_LIMIT);

        assertThat(one.look()).isEqualTo(Outcome.REFRESHED);
        assertThat(other.look()).isEqualTo(Outcome.NOT_DUE);
        clock.advance(INTERVAL);
        assertThat(other.look()).isEqualTo(Outcome.REFRESHED);
        assertThat(one.look()).isEqualTo(Outcome.NOT_DUE);
    }

    @Test
    void processWithoutTheLockDoesNotRefresh() {
        new TransactionTemplate(transactions).executeWithoutResult(_ -> {
            assertThat(store.lock()).isTrue();
            assertThat(inAnotherThread(() -> process(10, TIME_LIMIT).look())).isEqualTo(Outcome.ELSEWHERE);
        });
        assertThat(process(10, TIME_LIMIT).look()).isEqualTo(Outcome.REFRESHED);
    }

    @Test
    void readersAndRefreshDoNotBlockEachOther() throws SQLException {
        try (Connection reader = EmbeddedDatabase.admin();
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.execute("set statement_timeout = '60s'");
            statement.execute("select count(*) from schedule.template_ranking");

            // The reader's transaction is still open and holds its lock.
            new TransactionTemplate(transactions).executeWithoutResult(_ -> {
                store.refresh(10, clock.instant(), TIME_LIMIT);
                assertThat(reads(statement)).isTrue();
            });
            reader.rollback();
        }
    }

    @Test
    void refreshLocksNoTemplate() throws Exception {
        UUID template = template(4, 4);
        try (var workers = Executors.newVirtualThreadPerTaskExecutor();
                Connection other = EmbeddedDatabase.admin();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            // Acts like another process whose refresh has not ended.
            statement.execute("refresh materialized view concurrently schedule.template_ranking");
            Future<Outcome> refresh =
                    workers.submit(() -> process(10, TIME_LIMIT).look());
            await().until(() -> refresh.isDone() || TemplateFixture.waitingStatements() > 0);

            statement.execute("select 1 from schedule.template where id = '%s' for update nowait".formatted(template));

            other.rollback();
            assertThat(refresh.get()).isEqualTo(Outcome.REFRESHED);
        }
        assertThat(TemplateFixture.count("template_tally_change", "template_id = ?", template))
                .isZero();
    }

    @Test
    void failedRefreshIsCountedAndKeepsTheRanking() throws SQLException {
        UUID template = template(4, 4);
        assertThat(process(10, TIME_LIMIT).look()).isEqualTo(Outcome.REFRESHED);
        double before = score(template);
        TemplateFixture.rate(template, 5, 5, 5);
        clock.advance(INTERVAL);

        try (Connection other = EmbeddedDatabase.admin();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            // Acts like another process whose refresh has not ended.
            statement.execute("refresh materialized view concurrently schedule.template_ranking");

            RankingRefresh shortLimit = process(10, Duration.ofMillis(200));
            assertThat(shortLimit.look()).isEqualTo(Outcome.FAILED);
            assertThat(shortLimit.look()).as("pause after a failure").isEqualTo(Outcome.NOT_DUE);

            other.rollback();
        }
        assertThat(score(template)).isEqualTo(before);
        assertThat(meters.get("haru.templates.ranking.refresh")
                        .tag("outcome", "failed")
                        .timer()
                        .count())
                .isEqualTo(1);
        clock.advance(INTERVAL);
        RankingRefresh next = process(10, TIME_LIMIT);
        assertThat(next.look()).isEqualTo(Outcome.REFRESHED);
        assertThat(score(template)).isGreaterThan(before);
    }

    @Test
    void ageIsThatOfTheLastRefreshByAnyProcess() {
        process(10, TIME_LIMIT).look();
        SimpleMeterRegistry others = new SimpleMeterRegistry();
        RankingRefresh other = new RankingRefresh(store, properties(10, TIME_LIMIT), clock, transactions, others);
        clock.advance(Duration.ofSeconds(30));
        other.look();

        assertThat(others.get("haru.templates.ranking.age").timeGauge().value(TimeUnit.SECONDS))
                .isEqualTo(30);
    }

    @Test
    void priorMeanChangesOnlyByTenths() {
        template(IntStream.range(0, 300).map(i -> 3 + i % 3).toArray());
        process(10, TIME_LIMIT).look();
        clock.advance(INTERVAL);
        process(10, TIME_LIMIT).look();
        double settled = prior();
        UUID template = template(1);

        clock.advance(INTERVAL);
        process(10, TIME_LIMIT).look();
        clock.advance(INTERVAL);
        process(10, TIME_LIMIT).look();

        assertThat(settled * 10).isCloseTo((double) Math.round(settled * 10), within());
        assertThat(prior()).isEqualTo(settled);
        assertThat(score(template)).isCloseTo((10 * settled + 1) / 11, within());
    }

    private RankingRefresh process(int weight, Duration timeLimit) {
        return new RankingRefresh(store, properties(weight, timeLimit), clock, transactions, meters);
    }

    private static TemplateProperties properties(int weight, Duration timeLimit) {
        return new TemplateProperties(100, new TemplateProperties.Ranking(INTERVAL, timeLimit, weight));
    }

    private static UUID template(int... ratings) {
        UUID template = TemplateFixture.released("Ranked", Instant.parse("2026-11-03T09:00:00Z"));
        TemplateFixture.rate(template, ratings);
        return template;
    }

    private static double score(UUID template) {
        return TemplateFixture.admin()
                .sql("select score from schedule.template_ranking where template_id = ?")
                .param(template)
                .query(Double.class)
                .single();
    }

    private static double prior() {
        return TemplateFixture.admin()
                .sql("select mean from schedule.template_prior")
                .query(Double.class)
                .single();
    }

    private static Offset<Double> within() {
        return Assertions.within(0.000_001);
    }

    private static boolean reads(Statement statement) {
        try {
            return statement.execute("select count(*) from schedule.template_ranking");
        } catch (SQLException waited) {
            throw new IllegalStateException(waited);
        }
    }

    /** Runs the work in another thread, which has no transaction. */
    private static <T> T inAnotherThread(Callable<T> work) {
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            return workers.submit(work).get();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
