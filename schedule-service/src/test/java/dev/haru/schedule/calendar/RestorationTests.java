package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.ageDeletions;
import static dev.haru.schedule.calendar.ScheduleFixture.deleted;
import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.number;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.precondition.IfMatch;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

@OnCalendar
@Import(Erasure.class)
class RestorationTests {

    @Autowired
    private Calendar calendar;

    @Autowired
    private Erasure erasure;

    private final UUID member = newMember();

    @Test
    void restoredScheduleHasItsContentAndTheNextVersion() {
        Schedule schedule = deletedSchedule();
        assertThat(used(member)).isZero();

        Schedule restored =
                calendar.restore(member, ZoneOffset.UTC, schedule.id()).schedule();

        assertThat(restored.plan()).isEqualTo(schedule.plan());
        assertThat(restored.createdAt()).isEqualTo(schedule.createdAt());
        assertThat(restored.version()).isEqualTo(schedule.version() + 1);
        assertThat(calendar.get(member, schedule.id())).isEqualTo(restored);
        assertCounts(1, 0);
    }

    /** A page starts after a deletion, so a deletion or restoration meanwhile repeats and hides no other schedule. */
    @Test
    void deletedSchedulesAreListedLastDeletionFirst(@Autowired DeletedScheduleReader reader) {
        List<UUID> ids =
                Stream.generate(() -> deletedSchedule().id()).limit(5).toList().reversed();

        List<DeletedSchedule> first = reader.page(member, Long.MAX_VALUE, 2);
        calendar.restore(member, ZoneOffset.UTC, ids.get(0));
        calendar.restore(member, ZoneOffset.UTC, ids.get(2));
        deletedSchedule();
        List<DeletedSchedule> second = reader.page(member, first.getLast().number(), 10);

        assertThat(first).extracting(found -> found.schedule().id()).containsExactly(ids.get(0), ids.get(1));
        assertThat(second).extracting(found -> found.schedule().id()).containsExactly(ids.get(3), ids.get(4));
        assertThat(first.getFirst().schedule().plan()).isEqualTo(hour("Once"));
        assertThat(reader.page(newMember(), Long.MAX_VALUE, 10)).isEmpty();
        ageDeletions(member, 31);
        assertThat(reader.page(member, Long.MAX_VALUE, 10)).isEmpty();
    }

    @Test
    void restoredScheduleIsAChangeAndNoDeletion(@Autowired ChangeReader changes) {
        Schedule schedule = deletedSchedule();
        SyncToken token = changes.after(member, SyncToken.BEGINNING, 100).next();

        Schedule restored =
                calendar.restore(member, ZoneOffset.UTC, schedule.id()).schedule();

        assertThat(changes.after(member, token, 100).page())
                .extracting(Change::schedule)
                .containsExactly(restored);
    }

    @Test
    void restoreOfAnExistingScheduleReturnsIt() {
        Schedule schedule = deletedSchedule();

        Schedule restored =
                calendar.restore(member, ZoneOffset.UTC, schedule.id()).schedule();

        assertThat(calendar.restore(member, ZoneOffset.UTC, schedule.id()).schedule())
                .isEqualTo(restored);
        assertCounts(1, 0);
    }

    @Test
    void concurrentRestorationsRestoreOnce() {
        UUID id = deletedSchedule().id();

        List<CompletableFuture<Integer>> versions = Stream.generate(() -> CompletableFuture.supplyAsync(() ->
                        calendar.restore(member, ZoneOffset.UTC, id).schedule().version()))
                .limit(8)
                .toList();

        assertThat(versions).extracting(CompletableFuture::join).containsOnly(1);
        assertCounts(1, 0);
    }

    @Test
    void restoreAtTheLimitIsRefused() {
        UUID full = memberWithSchedules(1, 1);
        Window always = Window.of(null, null);
        UUID id = calendar.list(full, ZoneOffset.UTC, always, always.start(), 1)
                .getFirst()
                .schedule()
                .id();
        calendar.remove(full, id, IfMatch.ANY);
        calendar.add(full, ZoneOffset.UTC, hour("Instead"));

        assertThatExceptionOfType(ScheduleLimitReached.class)
                .isThrownBy(() -> calendar.restore(full, ZoneOffset.UTC, id));

        assertThat(used(full)).isEqualTo(rows(full)).isEqualTo(1);
        assertThat(deleted(full)).isEqualTo(1);
    }

    @Test
    void unknownForeignOrOldDeletionIsNotFound() {
        UUID id = deletedSchedule().id();

        assertNotFound(newMember(), id);
        assertNotFound(member, UUID.randomUUID());
        ageDeletions(member, 31);
        assertNotFound(member, id);
        assertCounts(0, 1);
    }

    @Test
    void erasureDeletesDeletedSchedulesAndKeepsNoOthers() {
        UUID id = deletedSchedule().id();
        calendar.add(member, ZoneOffset.UTC, hour("Present"));

        erasure.erase(member);

        assertThat(deleted(member)).isZero();
        assertThat(rows(member)).isZero();
        assertNotFound(member, id);
    }

    private Schedule deletedSchedule() {
        Schedule schedule = calendar.add(member, ZoneOffset.UTC, hour("Once")).schedule();
        calendar.remove(member, schedule.id(), IfMatch.ANY);
        return schedule;
    }

    private void assertNotFound(UUID memberId, UUID id) {
        assertThatExceptionOfType(ScheduleNotFound.class)
                .isThrownBy(() -> calendar.restore(memberId, ZoneOffset.UTC, id));
    }

    private void assertCounts(int schedules, int deletions) {
        assertThat(used(member)).isEqualTo(rows(member)).isEqualTo(schedules);
        assertThat(number("select deleted from schedule.member_quota where member_id = :memberId", member))
                .isEqualTo(deleted(member))
                .isEqualTo(deletions);
    }
}
