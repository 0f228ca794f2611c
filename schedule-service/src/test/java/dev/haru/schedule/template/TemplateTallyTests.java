package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@OnTemplates
class TemplateTallyTests {

    private static final int WRITERS = 4;
    private static final int STEPS = 500;
    private static final Duration LIMIT = Duration.ofSeconds(40);

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private RankingStore store;

    @Autowired
    private PlatformTransactionManager transactions;

    @Test
    void tallyMatchesTheRowsAfterConcurrentWrites() throws Exception {
        List<UUID> templates = Stream.generate(() -> TemplateFixture.released("Tallied", Instant.now()))
                .limit(5)
                .toList();
        List<UUID> members = Stream.generate(UUID::randomUUID).limit(20).toList();

        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = IntStream.range(0, WRITERS)
                    .<Future<?>>mapToObj(seed -> workers.submit(() -> write(new Random(seed), templates, members)))
                    .toList();
            while (!writers.stream().allMatch(Future::isDone)) {
                refresh();
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        TemplateFixture.refresh();
        templates.forEach(this::assertExact);

        refresh();
        assertThat(TemplateFixture.count("template_tally_change", "true")).isZero();
        templates.forEach(this::assertExact);
    }

    @Test
    void tallyWaitsForNoConcurrentDeletion() {
        UUID deleted = TemplateFixture.released("Deleted", Instant.now());
        UUID other = TemplateFixture.released("Other", Instant.now());
        TemplateFixture.rate(deleted, 5);
        TemplateFixture.rate(other, 4, 5);

        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            new TransactionTemplate(transactions).executeWithoutResult(_ -> {
                jdbc.sql("delete from template where id = ?").param(deleted).update();
                assertThat(workers.submit(this::refresh))
                        .as("a refresh beside the open transaction")
                        .succeedsWithin(Duration.ofMinutes(1));
            });
        }
        assertThat(TemplateFixture.count("template_tally", "template_id = ?", other))
                .isOne();
        assertThat(TemplateFixture.count("template_tally_change", "template_id = ?", deleted))
                .as("the rating, and its removal with the template")
                .isEqualTo(2);

        refresh();
        assertThat(TemplateFixture.count("template_tally", "template_id = ?", deleted))
                .isZero();
        assertThat(TemplateFixture.count("template_tally_change", "template_id = ?", deleted))
                .isZero();
        assertExact(other);
    }

    @Test
    void recountCorrectsWritesThatTheTriggersMissed() {
        UUID rated = TemplateFixture.released("Rated", Instant.now());
        UUID forgotten = TemplateFixture.released("Not rated any more", Instant.now());
        TemplateFixture.rate(rated, 4, 5);
        TemplateFixture.adopt(rated, 3);
        TemplateFixture.rate(forgotten, 2);
        refresh();
        TemplateFixture.rate(rated, 1);
        jdbc.sql("update template_tally set ratings = ratings + 7, adoptions = 0")
                .update();
        jdbc.sql("alter table review disable trigger review_removed").update();
        jdbc.sql("delete from review where template_id = ?").param(forgotten).update();
        jdbc.sql("alter table review enable trigger review_removed").update();

        new TransactionTemplate(transactions).executeWithoutResult(_ -> {
            jdbc.sql("select recount_template_tally()").query().listOfRows();
            assertThat(lockedElsewhere())
                    .as("the recount holds the lock of the refresh")
                    .isTrue();
        });

        TemplateFixture.refresh();
        assertExact(rated);
        assertExact(forgotten);
    }

    private void write(Random random, List<UUID> templates, List<UUID> members) {
        for (int step = 0; step < STEPS; step++) {
            UUID template = templates.get(random.nextInt(templates.size()));
            UUID member = members.get(random.nextInt(members.size()));
            TransactionTemplate transaction = new TransactionTemplate(transactions);
            int kind = random.nextInt(8);
            boolean rolledBack = random.nextInt(5) == 0;
            transaction.executeWithoutResult(status -> {
                writeOne(kind, template, member, 1 + random.nextInt(5));
                if (rolledBack) {
                    status.setRollbackOnly();
                }
            });
        }
    }

    private void writeOne(int kind, UUID template, UUID member, int rating) {
        String sql = switch (kind) {
            case 0, 1, 2 -> """
                    insert into review (template_id, member_id, rating, rated_at) values (:template, :member, :rating, now())
                    on conflict (template_id, member_id) do update set rating = excluded.rating
                    """;
            case 3 -> "delete from review where template_id = :template and member_id = :member";
            case 4 -> "delete from review where member_id = :member";
            case 5, 6 -> """
                    insert into adoption as a (template_id, member_id, first_adopted_at, last_adopted_at)
                    values (:template, :member, now(), now())
                    on conflict (template_id, member_id) do update set times = a.times + 1
                    """;
            default -> "delete from adoption where template_id = :template and member_id = :member";
        };
        jdbc.sql(sql)
                .param("template", template)
                .param("member", member)
                .param("rating", rating)
                .update();
    }

    private boolean lockedElsewhere() {
        return !TemplateFixture.admin()
                .sql("select pg_try_advisory_xact_lock(?)")
                .param(RankingStore.LOCK)
                .query(Boolean.class)
                .single();
    }

    private void refresh() {
        new TransactionTemplate(transactions).executeWithoutResult(_ -> store.refresh(10, Instant.now(), LIMIT));
        new TransactionTemplate(transactions).executeWithoutResult(_ -> store.addChanges(LIMIT));
    }

    private void assertExact(UUID template) {
        assertThat(tally("""
                select ratings, rating_total, adoptions from schedule.template_ranking where template_id = :template
                """, template)).isEqualTo(tally("""
                select (select count(*) from schedule.review where template_id = :template) as ratings,
                       (select coalesce(sum(rating), 0) from schedule.review where template_id = :template) as rating_total,
                       (select count(*) from schedule.adoption where template_id = :template) as adoptions
                """, template));
    }

    private static List<Long> tally(String sql, UUID template) {
        return TemplateFixture.admin()
                .sql(sql)
                .param("template", template)
                .query((row, _) -> List.of(row.getLong(1), row.getLong(2), row.getLong(3)))
                .single();
    }
}
