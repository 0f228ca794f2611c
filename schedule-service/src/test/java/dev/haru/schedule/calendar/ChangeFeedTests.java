package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.ageDeletions;
import static dev.haru.schedule.calendar.ScheduleFixture.deleted;
import static dev.haru.schedule.calendar.ScheduleFixture.execute;
import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@OnCalendar
class ChangeFeedTests {

    private static final int ALL = 100;

    @Autowired
    private Calendar calendar;

    @Autowired
    private ChangeReader changes;

    @Autowired
    private DeletedScheduleStore deletedSchedules;

    private final UUID member = newMember();

    @Test
    void withoutTokenReturnsAllSchedules() {
        UUID owner = memberWithSchedules(5);

        Changes all = changes.after(owner, SyncToken.BEGINNING, ALL);

        assertThat(all.page())
                .hasSize(5)
                .allSatisfy(change -> assertThat(change.schedule()).isNotNull());
        assertThat(all.more()).isFalse();
        assertThat(changes.after(owner, all.next(), ALL)).isEqualTo(new Changes(List.of(), all.next(), false));
    }

    @Test
    void memberWithoutSchedulesHasAToken() {
        Changes none = changes.after(member, SyncToken.BEGINNING, ALL);

        assertThat(none.page()).isEmpty();
        Schedule first = add("First");
        assertThat(changes.after(member, none.next(), ALL).page())
                .singleElement()
                .satisfies(change -> assertThat(change.schedule()).isEqualTo(first));
    }

    @Test
    void eachScheduleAppearsOnceInTheOrderOfItsLastChange() {
        Schedule changed = add("Changed");
        Schedule removed = add("Removed");
        SyncToken token = changes.after(member, SyncToken.BEGINNING, ALL).next();

        Schedule added = add("Added");
        calendar.remove(member, removed.id(), IfMatch.ANY);
        calendar.reschedule(member, ZoneOffset.UTC, changed.id(), IfMatch.ANY, hour("Again"));
        calendar.reschedule(member, ZoneOffset.UTC, changed.id(), IfMatch.ANY, hour("And again"));

        assertThat(changes.after(member, token, ALL).page())
                .extracting(Change::id)
                .containsExactly(added.id(), removed.id(), changed.id());
        assertThat(changes.after(member, token, ALL).page().get(1).schedule()).isNull();
    }

    @Test
    void equalPlanIsNoChange() {
        Schedule schedule = add("Same");
        SyncToken token = changes.after(member, SyncToken.BEGINNING, ALL).next();

        calendar.reschedule(member, ZoneOffset.UTC, schedule.id(), IfMatch.ANY, hour("Same"));

        assertThat(changes.after(member, token, ALL).page()).isEmpty();
    }

    @Test
    void pagesContainEveryChangeDespiteWritesBetweenThem() {
        UUID owner = memberWithSchedules(7);
        Changes first = changes.after(owner, SyncToken.BEGINNING, 3);
        UUID seen = first.page().getFirst().id();

        calendar.remove(owner, seen, IfMatch.ANY);
        UUID unseen = changes.after(owner, first.next(), 1).page().getFirst().id();
        calendar.remove(owner, unseen, IfMatch.ANY);
        Changes second = changes.after(owner, first.next(), 3);
        Changes third = changes.after(owner, second.next(), 3);

        assertThat(second.more()).isTrue();
        assertThat(second.page()).extracting(Change::schedule).doesNotContainNull();
        assertThat(third.more()).isFalse();
        assertThat(third.page()).extracting(Change::id).containsExactly(seen, unseen);
        assertThat(third.page()).extracting(Change::schedule).containsOnlyNulls();
    }

    @Test
    void schedulesOfTheVersionBeforeHaveNoNumberAndArePaged() {
        UUID owner = memberWithSchedules(5);
        execute("update schedule.member_quota set change_number = 0 where member_id = :memberId", owner);
        // An update to an equal number would fire the trigger; this one changes it.
        execute("update schedule.schedule set change_number = 0 where member_id = :memberId", owner);

        Changes first = changes.after(owner, SyncToken.BEGINNING, 3);
        Changes second = changes.after(owner, first.next(), 3);

        assertThat(first.page()).hasSize(3);
        assertThat(second.page()).hasSize(2).doesNotContainAnyElementsOf(first.page());
        assertThat(second.more()).isFalse();
        assertThat(changes.after(owner, second.next(), 3).page()).isEmpty();
    }

    /** The statements of the version before have no change number, and lock the schedule before the quota. */
    @Test
    void changesOfTheVersionBeforeAreNumbered() {
        UUID owner = memberWithSchedules(2);
        SyncToken token = changes.after(owner, SyncToken.BEGINNING, ALL).next();

        execute("""
                with slot as (update schedule.member_quota set used = used + 1 where member_id = :memberId returning 1)
                insert into schedule.schedule (member_id, title, location_id, start_at, end_at, created_at, updated_at)
                select :memberId, 'Old', 1, now(), now() + interval '1 hour', now(), now() from slot
                """, owner);
        execute("update schedule.schedule set title = 'New' where member_id = :memberId and title = 'Hour 1'", owner);
        execute("""
                with gone as (
                    delete from schedule.schedule where member_id = :memberId and title = 'Hour 2' returning member_id)
                update schedule.member_quota q set used = used - 1 from gone where q.member_id = gone.member_id
                """, owner);

        assertThat(changes.after(owner, token, ALL).page())
                .extracting(change -> change.schedule() == null
                        ? "deleted"
                        : change.schedule().title())
                .containsExactly("Old", "New", "deleted");
        assertThat(changes.after(owner, token, ALL).page())
                .extracting(Change::number)
                .containsExactly(3L, 4L, 5L);
    }

    @Test
    void tokenExpiresWithTheFirstForgottenDeletion() {
        UUID owner = memberWithSchedules(3);
        SyncToken before = changes.after(owner, SyncToken.BEGINNING, ALL).next();
        Changes started = changes.after(owner, SyncToken.BEGINNING, 1);
        removeFirst(owner);
        SyncToken after = changes.after(owner, before, ALL).next();
        ageDeletions(owner, 31);

        while (deletedSchedules.forget(Instant.now().minus(DeletedScheduleStore.RETENTION), 1000) > 0) {}

        assertThat(deleted(owner)).isZero();
        for (SyncToken expired : new SyncToken[] {before, started.next()}) {
            assertThatExceptionOfType(SyncTokenExpired.class).isThrownBy(() -> changes.after(owner, expired, ALL));
        }
        assertThat(changes.after(owner, after, ALL).page()).isEmpty();
        assertThat(changes.after(
                                owner,
                                changes.after(owner, SyncToken.BEGINNING, 1).next(),
                                ALL)
                        .page())
                .as("the rest of a read that began after the deletion")
                .hasSize(1);
    }

    @Test
    void deletionsAboveTheMaximumReplaceTheOldest() {
        UUID owner = memberWithSchedules(1003, 2000);
        SyncToken token = changes.after(owner, SyncToken.BEGINNING, ALL).next();
        removeFirst(owner);
        SyncToken afterFirst = changes.after(owner, SyncToken.after(1003), ALL).next();

        execute("delete from schedule.schedule where member_id = :memberId and title <> 'Hour 1003'", owner);
        assertThat(deleted(owner)).isEqualTo(1000);
        assertThat(number("select deleted from schedule.member_quota where member_id = :memberId", owner))
                .isEqualTo(1000);
        for (SyncToken expired : new SyncToken[] {token, afterFirst}) {
            assertThatExceptionOfType(SyncTokenExpired.class).isThrownBy(() -> changes.after(owner, expired, ALL));
        }
        assertThat(changes.after(owner, SyncToken.after(1005), ALL).page()).hasSize(ALL);
    }

    @Test
    void tokenAheadOfTheDatabaseIsExpired() {
        assertThatExceptionOfType(SyncTokenExpired.class)
                .isThrownBy(() -> changes.after(member, SyncToken.after(1), ALL));
    }

    @Test
    void callWithoutNewsReadsNoSchedule() throws SQLException {
        UUID owner = memberWithSchedules(1_000);

        try (Connection other = EmbeddedDatabase.admin();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("lock table schedule.schedule in access exclusive mode");

            assertThat(changes.after(owner, SyncToken.after(1_000), ALL).page()).isEmpty();
            other.rollback();
        }
    }

    @Test
    void callWithNewsReadsTheSchedulesOfTheMemberOnly(
            @Autowired JdbcClient jdbc, @Autowired PlatformTransactionManager transactions) {
        UUID owner = memberWithSchedules(1_000);
        memberWithSchedules(20_000);
        ScheduleFixture.analyze();

        List<String> plan = new TransactionTemplate(transactions).execute(_ -> {
            // Other tests leave schedules in the table, so the planner might choose either scan.
            jdbc.sql("set local enable_indexscan = off").update();
            return plan(jdbc, owner, 500);
        });

        assertThat(plan)
                .anyMatch(line -> line.contains("schedule_by_start") && line.contains("actual rows=1000"))
                .noneMatch(line -> line.contains("Seq Scan on schedule"));
    }

    private static List<String> plan(JdbcClient jdbc, UUID owner, long number) {
        return jdbc.sql("explain (analyze, costs off, timing off, summary off) " + ChangeReader.CHANGES)
                .param("memberId", owner)
                .param("number", number)
                .param("id", SyncToken.HIGHEST_ID)
                .param("deletionsAfter", number)
                .param("limit", 21)
                .query((row, _) -> row.getString(1))
                .list();
    }

    private void removeFirst(UUID owner) {
        UUID first =
                changes.after(owner, SyncToken.BEGINNING, 1).page().getFirst().id();
        calendar.remove(owner, first, IfMatch.ANY);
    }

    private Schedule add(String title) {
        return calendar.add(member, ZoneOffset.UTC, hour(title)).schedule();
    }
}
