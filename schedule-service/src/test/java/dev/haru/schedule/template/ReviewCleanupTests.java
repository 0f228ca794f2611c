package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

@OnTemplates
@Import(ReviewCleanup.class)
class ReviewCleanupTests {

    private static final int ADOPTIONS = 10_001; // two batches and one more

    @Autowired
    private ReviewCleanup reviewCleanup;

    private final UUID rater = UUID.randomUUID();
    private UUID template;
    private UUID other;

    @BeforeEach
    void templates() {
        template = TemplateFixture.released("Popular", Instant.now());
        other = TemplateFixture.released("Other", Instant.now());
        for (UUID rated : new UUID[] {template, other}) {
            TemplateFixture.rateBy(rater, rated, 4);
            TemplateFixture.rate(rated, 3, 5);
        }
        TemplateFixture.adopt(template, ADOPTIONS);
        TemplateFixture.adopt(other, 1);
    }

    @Test
    void reviewsOfAWithdrawnTemplateAreDeleted() {
        withdraw();

        reviewCleanup.deleteOf(template, 0);

        assertThat(ratingsOf(template)).isZero();
        assertThat(adoptionsOf(template)).isZero();
        assertThat(ratingsOf(other)).isEqualTo(3);
        assertThat(adoptionsOf(other)).isOne();
    }

    @Test
    void reviewsOfAReleasedTemplateStay() {
        reviewCleanup.deleteOf(template, 0);

        assertThat(ratingsOf(template)).isEqualTo(3);
        assertThat(adoptionsOf(template)).isEqualTo(ADOPTIONS);
    }

    @Test
    void reviewsOfAnotherVersionStay() {
        withdraw();

        reviewCleanup.deleteOf(template, 1);

        assertThat(ratingsOf(template)).isEqualTo(3);
        assertThat(adoptionsOf(template)).isEqualTo(ADOPTIONS);
    }

    @Test
    void reviewsOfAllTemplatesOfAnOwnerAreDeleted() {
        UUID owner = TemplateFixture.admin()
                .sql("select owner_id from schedule.template where id = ?")
                .param(template)
                .query(UUID.class)
                .single();

        reviewCleanup.deleteOfAllBy(owner);

        assertThat(ratingsOf(template)).isZero();
        assertThat(adoptionsOf(template)).isZero();
        assertThat(ratingsOf(other)).isEqualTo(3);
    }

    @Test
    void onlyReviewsByTheMemberAreDeleted() {
        reviewCleanup.deleteFrom(rater);

        assertThat(TemplateFixture.count("review", "member_id = ?", rater)).isZero();
        assertThat(ratingsOf(template)).isEqualTo(2);
        assertThat(ratingsOf(other)).isEqualTo(2);
    }

    @Test
    void rowsLeftByAConcurrentDeletionAreDeleted() throws Exception {
        withdraw();
        try (Connection connection = EmbeddedDatabase.admin();
                ExecutorService worker = Executors.newVirtualThreadPerTaskExecutor()) {
            connection.setAutoCommit(false);
            JdbcClient another = JdbcClient.create(new SingleConnectionDataSource(connection, true));
            another.sql("delete from schedule.review where template_id = ?")
                    .param(template)
                    .update();
            // The waiting statement does not see this rating, which stands for the rows beyond its batch.
            another.sql("insert into schedule.review values (?, gen_random_uuid(), 2, now())")
                    .param(template)
                    .update();
            Future<?> deletion = worker.submit(() -> reviewCleanup.deleteOf(template, 0));
            await().pollInterval(Duration.ofMillis(20)).until(() -> TemplateFixture.waitingStatements() == 1);
            connection.commit();

            deletion.get();
        }

        assertThat(ratingsOf(template)).isZero();
        assertThat(adoptionsOf(template)).isZero();
    }

    private void withdraw() {
        TemplateFixture.admin()
                .sql("update schedule.template set status = 'withdrawn' where id = ?")
                .param(template)
                .update();
    }

    private static int ratingsOf(UUID template) {
        return TemplateFixture.count("review", "template_id = ?", template);
    }

    private static int adoptionsOf(UUID template) {
        return TemplateFixture.count("adoption", "template_id = ?", template);
    }
}
