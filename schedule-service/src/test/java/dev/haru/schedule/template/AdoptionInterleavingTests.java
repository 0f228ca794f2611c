package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.ProblemException;
import dev.haru.platform.test.interleaving.Interleaving;
import dev.haru.schedule.WholeService;
import dev.haru.schedule.calendar.ErasureDriver;
import dev.haru.schedule.calendar.IdempotencyKey;
import dev.haru.schedule.calendar.ScheduleFixture;
import dev.haru.schedule.member.Member;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Adoptions beside deletions, erasures and the tally, in all orders of their statements. */
@WholeService
class AdoptionInterleavingTests {

    private static final IdempotencyKey KEY = new IdempotencyKey("key");
    private static final Instant START = Instant.parse("2026-11-24T00:00:00Z");

    @Autowired
    private Adoptions adoptions;

    @Autowired
    private AdoptionKeys keys;

    @Autowired
    private Templates templates;

    @Autowired
    private RankingStore ranking;

    @Autowired
    private ErasureDriver erasure;

    @Autowired
    private PlatformTransactionManager transactions;

    /** The schedules of each successful call. */
    private final List<List<UUID>> adopted = new CopyOnWriteArrayList<>();

    private UUID template;
    private UUID owner;
    private UUID member;

    @Test
    void eachKeyAdoptsOnce() throws Exception {
        Interleaving.of(this::insertTemplate)
                .participant("call", () -> adopt(KEY))
                .participant("repeated call", () -> adopt(KEY))
                .participant("tally", this::addChanges)
                .check(() -> {
                    assertThat(adopted).hasSize(2).containsOnly(adopted.getFirst());
                    assertThat(ScheduleFixture.rows(member)).isOne();
                    assertThat(ScheduleFixture.used(member)).isOne();
                    TemplateFixture.assertTally(template);
                });
    }

    @Test
    void adoptionDuringADeletionIsWholeOrRefused() throws Exception {
        Interleaving.of(this::insertTemplate)
                .participant("adoption", () -> adopt(KEY))
                .participant("repeated adoption", () -> adopt(KEY))
                .participant("deletion", this::withdrawAndDelete)
                .check(() -> {
                    assertThat(ScheduleFixture.rows(member)).isEqualTo(adopted.isEmpty() ? 0 : 1);
                    assertThat(ScheduleFixture.used(member)).isEqualTo(ScheduleFixture.rows(member));
                    assertThat(TemplateFixture.count("template", "id = ?", template))
                            .isZero();
                    addChanges();
                    TemplateFixture.assertTally(template);
                });
    }

    @Test
    void noAdoptionOfAnErasedMemberRemains() throws Exception {
        Interleaving.of(this::insertTemplate)
                .participant("adoption", () -> adopt(KEY))
                .participant("erasure", () -> erasure.erase(member))
                .participant("tally", this::addChanges)
                .check(() -> {
                    assertThat(ScheduleFixture.rows(member)).isZero();
                    assertThat(TemplateFixture.count("adoption", "member_id = ?", member))
                            .isZero();
                    assertThat(TemplateFixture.count("idempotent_adoption", "member_id = ?", member))
                            .isZero();
                    TemplateFixture.assertTally(template);
                });
    }

    @Test
    void adoptionsStayWithinTheLimit() throws Exception {
        Interleaving.of(() -> {
                    insertTemplate();
                    member = ScheduleFixture.memberWithSchedules(1, 2);
                })
                .participant("adoption", () -> adopt(KEY))
                .participant("adoption with another key", () -> adopt(new IdempotencyKey("other")))
                .participant(
                        "clean-up", () -> keys.deleteUsedBefore(Instant.now().minus(Duration.ofDays(30)), 1000))
                .check(() -> {
                    assertThat(adopted).hasSize(1);
                    assertThat(ScheduleFixture.rows(member)).isEqualTo(2);
                    assertThat(ScheduleFixture.used(member)).isEqualTo(2);
                    assertThat(TemplateFixture.count("idempotent_adoption", "member_id = ?", member))
                            .isOne();
                });
    }

    @BeforeEach
    void insertTemplate() {
        adopted.clear();
        template = TemplateFixture.released("Popular", Instant.now());
        owner = TemplateFixture.ownerOf(template);
        member = UUID.randomUUID();
    }

    private void adopt(IdempotencyKey key) {
        try {
            adopted.add(adoptions.adopt(new Member(member, ZoneOffset.UTC, Instant.MAX), template, START, key));
        } catch (ProblemException refused) {
            // The template is withdrawn or deleted, or the calendar is full or closed.
            assertThat(refused.getStatusCode().is4xxClientError()).isTrue();
        }
    }

    private void withdrawAndDelete() {
        var _ = templates.withdraw(owner, template, IfMatch.ANY);
        templates.delete(owner, template, IfMatch.ANY);
    }

    private void addChanges() {
        new TransactionTemplate(transactions).executeWithoutResult(_ -> ranking.addChanges(Duration.ofMinutes(1)));
    }
}
