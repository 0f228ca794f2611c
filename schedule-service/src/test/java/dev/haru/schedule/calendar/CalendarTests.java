package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.hourFrom;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidRequest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@OnCalendar
@ExtendWith(OutputCaptureExtension.class)
class CalendarTests {

    private static final Plan NOWHERE =
            new Plan("Nowhere", 99, ScheduleFixture.FIRST_START, ScheduleFixture.FIRST_START.plusSeconds(60), null);

    @Autowired
    private Calendar calendar;

    @Autowired
    private ScheduleStore store;

    @Test
    void addedScheduleIsReadUnchanged() {
        UUID member = newMember();
        Instant start = Instant.parse("2026-11-23T09:30:00.123456789Z");

        Schedule added = calendar.add(
                        member, ZoneOffset.UTC, new Plan("Café ☕", 5, start, start.plusSeconds(60), "Line 1\nLine 2"))
                .schedule();

        assertThat(added.startAt()).isEqualTo("2026-11-23T09:30:00.123456Z");
        assertThat(added.id().version()).isEqualTo(7);
        assertThat(calendar.get(member, added.id())).usingRecursiveComparison().isEqualTo(added);
    }

    @Test
    void quotaCountsSchedulesAgainstTheDefaultLimit() {
        assertThat(calendar.quota(newMember())).isEqualTo(new Quota(30, 0, 30));
        assertThat(calendar.quota(memberWithSchedules(12))).isEqualTo(new Quota(30, 12, 18));
    }

    @Test
    void quotaUsesTheLimitOfTheMember() {
        assertThat(calendar.quota(memberWithSchedules(3, 40))).isEqualTo(new Quota(40, 3, 37));
        assertThat(calendar.quota(memberWithSchedules(3, 2)))
                .as("a lowered limit")
                .isEqualTo(new Quota(2, 3, 0));
    }

    @Test
    void addAtDefaultLimitIsRefused() {
        UUID member = memberWithSchedules(29);

        calendar.add(member, ZoneOffset.UTC, hour("The thirtieth"));

        assertThatExceptionOfType(ScheduleLimitReached.class)
                .isThrownBy(() -> calendar.add(member, ZoneOffset.UTC, hour("One more")));
        assertCount(member, 30);
    }

    @Test
    void higherMemberLimitAllowsMoreSchedules() {
        UUID member = memberWithSchedules(30, 31);

        calendar.add(member, ZoneOffset.UTC, hour("The thirty-first"));

        assertThatExceptionOfType(ScheduleLimitReached.class)
                .isThrownBy(() -> calendar.add(member, ZoneOffset.UTC, hour("One more")));
        assertCount(member, 31);
    }

    @Test
    void lowerMemberLimitRefusesAdd() {
        UUID member = memberWithSchedules(5, 5);

        assertThatExceptionOfType(ScheduleLimitReached.class)
                .isThrownBy(() -> calendar.add(member, ZoneOffset.UTC, hour("One more")));
        assertCount(member, 5);
    }

    @Test
    void memberLimitOverridesDefaultLimitOfZero() {
        UUID member = memberWithSchedules(2, 3);
        Instant now = Instant.parse("2026-11-21T09:00:00Z");

        store.addAutocommit(member, ZoneOffset.UTC, hour("The third"), 0, now);

        for (UUID full : new UUID[] {member, memberWithSchedules(2), memberWithSchedules(0, 0), newMember()}) {
            int before = rows(full);
            assertThatExceptionOfType(ScheduleLimitReached.class)
                    .isThrownBy(() -> store.addAutocommit(full, ZoneOffset.UTC, hour("One more"), 0, now));
            assertCount(full, before);
        }
    }

    @Test
    void removalAtLimitAllowsAnotherAdd() {
        UUID member = memberWithSchedules(29);
        Schedule last =
                calendar.add(member, ZoneOffset.UTC, hour("The thirtieth")).schedule();

        calendar.remove(member, last.id(), IfMatch.ANY);
        assertCount(member, 29);
        calendar.add(member, ZoneOffset.UTC, hour("Instead"));

        assertCount(member, 30);
    }

    @Test
    void addWithUnknownLocationChangesNeitherRowsNorCount() {
        UUID member = memberWithSchedules(3);

        assertThatExceptionOfType(InvalidRequest.class)
                .isThrownBy(() -> calendar.add(member, ZoneOffset.UTC, NOWHERE))
                .satisfies(refusal ->
                        assertThat(refusal.getBody().getProperties()).asString().contains("field=locationId"));
        assertCount(member, 3);
    }

    @Test
    void rescheduleToUnknownLocationIsRefusedWithoutLog(CapturedOutput output) {
        UUID member = newMember();
        Schedule schedule = calendar.add(member, ZoneOffset.UTC, hour("Here")).schedule();
        int start = output.getAll().length();

        assertThatExceptionOfType(InvalidRequest.class)
                .isThrownBy(() -> calendar.reschedule(member, ZoneOffset.UTC, schedule.id(), version("0"), NOWHERE));
        assertThat(calendar.get(member, schedule.id()).version()).isZero();
        assertThat(output.getAll().substring(start).lines().filter(line -> line.contains(" main] ")))
                .as("log lines of this call, without those of the database and of other contexts")
                .noneMatch(line -> line.contains("ERROR") || line.contains("WARN"));
    }

    @Test
    void rescheduleUpdatesVersionAndUpdatedAt() {
        UUID member = newMember();
        Schedule before = calendar.add(member, ZoneOffset.UTC, hour("Before")).schedule();

        Schedule after = calendar.reschedule(member, ZoneOffset.UTC, before.id(), version("0"), hour("After"))
                .schedule();

        assertThat(after.version()).isEqualTo(1);
        assertThat(after.updatedAt()).isAfter(before.updatedAt());
        assertThat(after.createdAt()).isEqualTo(before.createdAt());
        assertThat(calendar.get(member, before.id())).usingRecursiveComparison().isEqualTo(after);
    }

    @Test
    void staleVersionIsNeitherChangedNorRemoved() {
        UUID member = newMember();
        UUID id = calendar.add(member, ZoneOffset.UTC, hour("First")).schedule().id();
        calendar.reschedule(member, ZoneOffset.UTC, id, version("0"), hour("Second"));

        assertThatExceptionOfType(ScheduleChanged.class)
                .isThrownBy(() -> calendar.reschedule(member, ZoneOffset.UTC, id, version("0"), hour("Third")));
        assertThatExceptionOfType(ScheduleChanged.class).isThrownBy(() -> calendar.remove(member, id, version("0")));
        assertThat(calendar.get(member, id).title()).isEqualTo("Second");

        calendar.remove(member, id, version("1"));
        assertCount(member, 0);
    }

    @Test
    void scheduleOfAnotherMemberIsNotFound() {
        UUID owner = newMember();
        UUID id = calendar.add(owner, ZoneOffset.UTC, hour("Mine")).schedule().id();
        UUID other = newMember();

        assertThatExceptionOfType(ScheduleNotFound.class).isThrownBy(() -> calendar.get(other, id));
        assertThatExceptionOfType(ScheduleNotFound.class)
                .isThrownBy(() -> calendar.reschedule(other, ZoneOffset.UTC, id, version("0"), hour("Yours")));
        assertThatExceptionOfType(ScheduleNotFound.class).isThrownBy(() -> calendar.remove(other, id, IfMatch.ANY));
        assertThatExceptionOfType(ScheduleNotFound.class).isThrownBy(() -> calendar.remove(other, id, version("0")));
        assertCount(owner, 1);
    }

    @Test
    void secondRemovalIsNotFound() {
        UUID member = memberWithSchedules(2);
        UUID id = calendar.add(member, ZoneOffset.UTC, hourFrom("Third", Instant.parse("2027-01-01T00:00:00Z")))
                .schedule()
                .id();

        calendar.remove(member, id, IfMatch.ANY);

        assertThatExceptionOfType(ScheduleNotFound.class).isThrownBy(() -> calendar.remove(member, id, IfMatch.ANY));
        assertCount(member, 2);
    }

    private static IfMatch version(String tag) {
        return new IfMatch(false, Set.of(tag));
    }

    private static void assertCount(UUID member, int count) {
        assertThat(rows(member)).isEqualTo(count);
        assertThat(used(member)).isEqualTo(count);
    }
}
