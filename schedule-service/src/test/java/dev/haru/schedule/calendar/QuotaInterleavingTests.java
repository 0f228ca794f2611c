package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.number;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.storedKeys;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.interleaving.Interleaving;
import dev.haru.schedule.WholeService;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Changes of a calendar in all orders of their statements: the counts of the quota equal the rows. */
@WholeService
class QuotaInterleavingTests {

    private static final int MAX = 3;
    private static final int BATCH = 1000;

    @Autowired
    private Calendar calendar;

    @Autowired
    private LimitStore limits;

    @Autowired
    private DeletedScheduleStore deletedSchedules;

    @Autowired
    private Erasure erasure;

    private static final JdbcClient jdbc = EmbeddedDatabase.jdbcOnOneConnection("schedule");

    private UUID member;
    private UUID schedule;

    @Test
    void countEqualsRowsAndStaysWithinTheLimit() throws Exception {
        Interleaving.of(this::insertMember)
                .participant("addition", this::add)
                .participant("second addition", this::add)
                .participant("removal", this::remove)
                .afterEachStep(this::assertCounts)
                .check(() -> assertThat(rows(member)).isBetween(2, MAX));
    }

    @Test
    void restorationKeepsTheCounts() throws Exception {
        Interleaving.of(() -> {
                    insertMember();
                    remove();
                })
                .participant("restoration", this::restore)
                .participant("second restoration", this::restore)
                .participant("removal of old schedules", this::forget)
                .afterEachStep(this::assertCounts)
                .check(() -> assertThat(rows(member) + deletedRows()).isBetween(1, 2));
    }

    @Test
    void removalDuringARestorationKeepsTheCounts() throws Exception {
        Interleaving.of(() -> {
                    insertMember();
                    remove();
                })
                .participant("restoration", this::restore)
                .participant("removal", this::remove)
                .participant("addition", this::add)
                .afterEachStep(this::assertCounts)
                .check(this::assertCounts);
    }

    @Test
    void changeOfTheLimitKeepsTheCounts() throws Exception {
        Interleaving.of(this::insertMember)
                .participant("lower limit", () -> limits.change(member, 2))
                .participant("addition", this::add)
                .participant("removal", this::remove)
                .afterEachStep(this::assertCounts)
                .check(() -> assertThat(rows(member)).isBetween(1, 2));
    }

    @Test
    void noRowOfAnErasedMemberRemains() throws Exception {
        Interleaving.of(() -> {
                    insertMember();
                    remove();
                })
                .participant("erasure", () -> erasure.erase(member))
                .participant("addition with a key", this::addWithKey)
                .participant("restoration", this::restore)
                .check(this::assertErased);
    }

    @Test
    void twoErasuresLeaveNoRow() throws Exception {
        Interleaving.of(this::insertMember)
                .participant("erasure", () -> erasure.erase(member))
                .participant("repeated erasure", () -> erasure.erase(member))
                .participant("removal", this::remove)
                .check(this::assertErased);
    }

    @BeforeEach
    void insertMember() {
        member = memberWithSchedules(2, MAX);
        schedule = jdbc.sql("select id from schedule where member_id = ? order by start_at limit 1")
                .param(member)
                .query(UUID.class)
                .single();
    }

    private void add() {
        try {
            var _ = calendar.add(member, ZoneOffset.UTC, hour("New"));
        } catch (ScheduleLimitReached expected) {
            // Another addition was first, or the member is erased.
        }
    }

    private void addWithKey() {
        try {
            var _ = calendar.add(member, ZoneOffset.UTC, hour("New"), new IdempotencyKey("key"));
        } catch (ScheduleLimitReached expected) {
            // The member is erased.
        }
    }

    private void remove() {
        try {
            calendar.remove(member, schedule, IfMatch.ANY);
        } catch (ScheduleNotFound expected) {
            // Another participant has removed it.
        }
    }

    private void restore() {
        try {
            var _ = calendar.restore(member, ZoneOffset.UTC, schedule);
        } catch (ScheduleNotFound | ScheduleLimitReached expected) {
            // Another participant has removed it for good, or the member is erased.
        }
    }

    private void forget() {
        var _ = deletedSchedules.forget(Instant.now(), BATCH);
    }

    private int deletedRows() {
        return ScheduleFixture.deleted(member);
    }

    private void assertCounts() {
        assertThat(used(member)).as("used").isEqualTo(rows(member));
        assertThat(number(
                        "select coalesce(max(deleted), 0) from schedule.member_quota where member_id = :memberId",
                        member))
                .as("deleted")
                .isEqualTo(deletedRows());
    }

    private void assertErased() {
        assertThat(rows(member)).isZero();
        assertThat(deletedRows()).isZero();
        assertThat(storedKeys(member)).isZero();
        assertThat(used(member)).isZero();
        assertThat(ScheduleFixture.isClosed(member)).isTrue();
    }
}
