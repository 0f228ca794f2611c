package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.storedKeys;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.test.interleaving.Interleaving;
import dev.haru.schedule.WholeService;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Repeated additions with a key in all orders of their statements: each key adds one schedule. */
@WholeService
class IdempotencyInterleavingTests {

    private static final IdempotencyKey KEY = new IdempotencyKey("key");
    private static final int BATCH = 1000;

    @Autowired
    private Calendar calendar;

    @Autowired
    private IdempotentAddStore store;

    @Autowired
    private ScheduleProperties properties;

    /** The schedules of the successful calls. */
    private final List<UUID> added = new CopyOnWriteArrayList<>();

    private UUID member;

    @Test
    void eachKeyAddsOneSchedule() throws Exception {
        Interleaving.of(this::newCalendar)
                .participant("call", () -> add("Once", KEY))
                .participant("repeated call", () -> add("Once", KEY))
                .participant("another repeated call", () -> add("Once", KEY))
                .check(() -> {
                    assertThat(added).hasSize(3).containsOnly(added.getFirst());
                    assertThat(rows(member)).isOne();
                    assertThat(used(member)).isOne();
                });
    }

    @Test
    void expiredKeyAddsOneScheduleMore() throws Exception {
        Interleaving.of(() -> {
                    newCalendar();
                    add("Before", KEY);
                    ScheduleFixture.execute(
                            "update schedule.idempotent_add set added_at = added_at - interval '30 days' where member_id = :memberId",
                            member);
                    added.clear();
                })
                .participant("call", () -> add("Once", KEY))
                .participant("repeated call", () -> add("Once", KEY))
                .participant("clean-up", this::cleanUp)
                .check(() -> {
                    assertThat(added).hasSize(2).containsOnly(added.getFirst());
                    assertThat(rows(member)).isEqualTo(2);
                    assertThat(used(member)).isEqualTo(2);
                    assertThat(storedKeys(member)).isOne();
                });
    }

    @Test
    void oneOfTwoPlansWithTheSameKeyIsAdded() throws Exception {
        Interleaving.of(this::newCalendar)
                .participant("plan", () -> add("Once", KEY))
                .participant("another plan", () -> add("Other", KEY))
                .participant("removal", this::removeFirst)
                .check(() -> {
                    assertThat(added).hasSize(1);
                    assertThat(rows(member)).isLessThanOrEqualTo(1);
                    assertThat(used(member)).isEqualTo(rows(member));
                });
    }

    @Test
    void keyOfARefusedAdditionIsNotStored() throws Exception {
        Interleaving.of(() -> {
                    added.clear();
                    member = memberWithSchedules(1, 2);
                })
                .participant("call", () -> add("First", new IdempotencyKey("first")))
                .participant("call with another key", () -> add("Second", new IdempotencyKey("second")))
                .participant("call without a key", this::addWithoutKey)
                .check(() -> {
                    assertThat(rows(member)).isEqualTo(2);
                    assertThat(used(member)).isEqualTo(2);
                    assertThat(storedKeys(member)).isEqualTo(added.size());
                });
    }

    @BeforeEach
    void newCalendar() {
        added.clear();
        member = newMember();
    }

    private void add(String title, IdempotencyKey key) {
        try {
            added.add(calendar.add(member, ZoneOffset.UTC, hour(title), key)
                    .schedule()
                    .id());
        } catch (IdempotencyKeyReused | ScheduleLimitReached expected) {
            // Another participant was first.
        } catch (ScheduleDeleted removedMeanwhile) {
            assertThat(rows(member)).isZero();
        }
    }

    private void addWithoutKey() {
        try {
            var _ = calendar.add(member, ZoneOffset.UTC, hour("Third"));
        } catch (ScheduleLimitReached expected) {
            // Another participant was first.
        }
    }

    private void removeFirst() {
        for (UUID id : added) {
            calendar.remove(member, id, IfMatch.ANY);
        }
    }

    private void cleanUp() {
        var _ = store.deleteExpired(Instant.now().minus(properties.idempotencyKeyLife()), BATCH);
    }
}
