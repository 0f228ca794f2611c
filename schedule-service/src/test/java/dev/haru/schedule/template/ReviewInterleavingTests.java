package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.test.interleaving.Interleaving;
import dev.haru.schedule.WholeService;
import dev.haru.schedule.calendar.ErasureDriver;
import dev.haru.schedule.calendar.MemberErased;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Ratings beside deletions, erasures and the tally, in all orders of their statements. */
@WholeService
class ReviewInterleavingTests {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    @Autowired
    private Reviews reviews;

    @Autowired
    private Templates templates;

    @Autowired
    private RankingStore ranking;

    @Autowired
    private ErasureDriver erasure;

    @Autowired
    private PlatformTransactionManager transactions;

    private UUID template;
    private UUID owner;
    private UUID rater;

    @Test
    void noRatingOfAnErasedMemberRemains() throws Exception {
        Interleaving.of(this::insertTemplate)
                .participant("rating", () -> rate(5))
                .participant("erasure of the rater", () -> erasure.erase(rater))
                .participant("tally", this::addChanges)
                .check(() -> {
                    assertThat(TemplateFixture.count("review", "member_id = ?", rater))
                            .isZero();
                    assertTally();
                });
    }

    @Test
    void noRatingOfADeletedTemplateRemains() throws Exception {
        Interleaving.of(() -> {
                    insertTemplate();
                    rate(1);
                })
                .participant("rating", () -> rate(5))
                .participant("deletion", this::withdrawAndDelete)
                .participant("tally", this::addChanges)
                .check(() -> {
                    assertThat(TemplateFixture.count("template", "id = ?", template))
                            .isZero();
                    addChanges();
                    assertTally();
                });
    }

    @Test
    void noTemplateOfAnErasedMemberRemains() throws Exception {
        Interleaving.of(() -> {
                    insertTemplate();
                    rate(1);
                })
                .participant("rating", () -> rate(5))
                .participant("erasure of the owner", () -> erasure.erase(owner))
                .participant("edit", this::edit)
                .check(() -> {
                    assertThat(TemplateFixture.count("template", "owner_id = ?", owner))
                            .isZero();
                    addChanges();
                    assertTally();
                });
    }

    @Test
    void tallyEqualsTheRatings() throws Exception {
        Interleaving.of(() -> {
                    insertTemplate();
                    rate(1);
                })
                .participant("rating", () -> rate(5))
                .participant("removal of the rating", () -> reviews.unrate(rater, template))
                .participant("tally", this::addChanges)
                .afterEachStep(this::assertTally)
                .check(() -> assertThat(TemplateFixture.count("review", "template_id = ?", template))
                        .isLessThanOrEqualTo(1));
    }

    @BeforeEach
    void insertTemplate() {
        template = TemplateFixture.released("Popular", Instant.now());
        owner = TemplateFixture.ownerOf(template);
        rater = UUID.randomUUID();
    }

    private void rate(int rating) {
        try {
            reviews.rate(rater, template, rating);
        } catch (MemberErased | TemplateNotFound expected) {
            // The member is erased, or the template is withdrawn or deleted.
        }
    }

    private void withdrawAndDelete() {
        var _ = templates.withdraw(owner, template, IfMatch.ANY);
        templates.delete(owner, template, IfMatch.ANY);
    }

    private void edit() {
        try {
            var _ = templates.edit(
                    owner,
                    template,
                    IfMatch.ANY,
                    new Content(
                            TemplateFixture.CATEGORY,
                            "Edited",
                            "Somewhere",
                            60,
                            1,
                            null,
                            List.of(new Step("Step", 0, 30, 1, null, null))));
        } catch (TemplateNotFound expected) {
            // The erasure has deleted the template.
        }
    }

    private void addChanges() {
        new TransactionTemplate(transactions).executeWithoutResult(_ -> ranking.addChanges(LIMIT));
    }

    /** The tally and the changes that it does not contain yet equal the ratings. */
    private void assertTally() {
        TemplateFixture.assertTally(template);
    }
}
