package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.execute;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.report.StatementCount;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Schedules that are expanded when they are read, in the database. */
@OnCalendar
@Import(StatementCount.class)
class ExpandedScheduleTests {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Window NOVEMBER = window("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z");

    @Autowired
    private Calendar calendar;

    @Autowired
    private ChangeReader changes;

    @Autowired
    private StatementCount statements;

    @Autowired
    private JdbcClient jdbc;

    private final UUID member = newMember();

    @ParameterizedTest
    @EnumSource
    void eachFormIsStoredChangedDeletedAndRestored(TimeForm form) {
        Plan plan = lesson(form).withUid("uid-1@example.org");
        Schedule added = calendar.add(member, ZoneOffset.UTC, plan).schedule();
        assertThat(calendar.get(member, added.id())).isEqualTo(added);

        Plan renamed = new Plan("Course", 2, plan.time(), "note", details("school"), plan.series(), null);
        Schedule changed = calendar.reschedule(member, ZoneOffset.UTC, added.id(), IfMatch.ANY, renamed)
                .schedule();
        assertThat(changed.plan()).isEqualTo(renamed.withUid("uid-1@example.org"));
        assertThat(calendar.get(member, added.id())).isEqualTo(changed);
        assertThat(changes.after(member, SyncToken.BEGINNING, 10).page())
                .extracting(Change::schedule)
                .containsExactly(changed);

        calendar.remove(member, added.id(), IfMatch.ANY);
        assertThat(calendar.restore(member, ZoneOffset.UTC, added.id())
                        .schedule()
                        .plan())
                .isEqualTo(changed.plan());
        assertThat(calendar.get(member, added.id()).plan()).isEqualTo(changed.plan());
        assertThat(used(member)).isEqualTo(rows(member)).isEqualTo(1);
    }

    @Test
    void restoredScheduleLosesAUidThatAnotherHasMeanwhile() {
        UUID first = calendar.add(member, ZoneOffset.UTC, lesson(TimeForm.ZONED).withUid("same"))
                .schedule()
                .id();
        calendar.remove(member, first, IfMatch.ANY);
        calendar.add(member, ZoneOffset.UTC, lesson(TimeForm.ZONED).withUid("same"));

        assertThat(calendar.restore(member, ZoneOffset.UTC, first)
                        .schedule()
                        .plan()
                        .uid())
                .isNull();
    }

    @Test
    void listMergesOccurrencesAndOtherSchedulesInPages() {
        IntStream.range(0, 5).forEach(_ -> calendar.add(member, ZoneOffset.UTC, lesson(TimeForm.ZONED)));
        calendar.add(member, ZoneOffset.UTC, lesson(TimeForm.FLOATING));
        calendar.add(member, ZoneOffset.UTC, lesson(TimeForm.DATES));
        for (int i = 0; i < 20; i++) {
            calendar.add(
                    member,
                    ZoneOffset.UTC,
                    ScheduleFixture.hourFrom(
                            "Plain", Instant.parse("2026-11-10T00:00:00Z").plusSeconds(i * 7200L)));
        }

        List<Occurrence> whole = list(NOVEMBER, NOVEMBER.start(), 1000);
        assertThat(whole).hasSize(20 + 7 * 4).isSortedAccordingTo(Comparator.comparing(Position::of));
        List<Occurrence> paged = new ArrayList<>();
        Position after = NOVEMBER.start();
        for (List<Occurrence> page = list(NOVEMBER, after, 3); !page.isEmpty(); page = list(NOVEMBER, after, 3)) {
            paged.addAll(page);
            after = Position.of(page.getLast());
        }
        assertThat(paged).isEqualTo(whole);
        assertThat(list(Window.of(null, null), Window.of(null, null).start(), 1000))
                .hasSize(27)
                .filteredOn(occurrence -> occurrence.originalStart() != null)
                .isEmpty();
    }

    @Test
    void listOfAMemberWithSeriesIsOneStatement() {
        IntStream.range(0, 10).forEach(_ -> calendar.add(member, ZoneOffset.UTC, lesson(TimeForm.ZONED)));

        int before = statements.soFar();
        list(NOVEMBER, NOVEMBER.start(), 20);
        assertThat(statements.soFar() - before).isEqualTo(1);
    }

    @Test
    void wallTimeHoldsWhenTheRulesOfTheTimeZoneChange() {
        ChangingRules.set(ZoneOffset.ofHours(1));
        ScheduleTime time = new ScheduleTime(
                TimeForm.ZONED,
                LocalDateTime.parse("2026-11-02T09:00"),
                LocalDateTime.parse("2026-11-02T10:00"),
                ChangingRules.zone());
        UUID id = calendar.add(member, ZoneOffset.UTC, series(time, "FREQ=WEEKLY"))
                .schedule()
                .id();
        calendar.add(member, ZoneOffset.UTC, series(time, null));
        assertThat(list(NOVEMBER, NOVEMBER.start(), 1))
                .extracting(Occurrence::startAt)
                .containsExactly(Instant.parse("2026-11-02T08:00:00Z"));

        ChangingRules.set(ZoneOffset.ofHours(-4));

        Window day = window("2026-11-02T12:30:00Z", "2026-11-02T13:30:00Z");
        assertThat(list(day, day.start(), 10)).hasSize(2).allSatisfy(occurrence -> {
            assertThat(occurrence.startAt()).isEqualTo("2026-11-02T13:00:00Z");
            assertThat(occurrence.endAt()).isEqualTo("2026-11-02T14:00:00Z");
        });
        // A change of the content alone leaves the stored instants, so the trigger for the version before does nothing.
        Plan renamed = new Plan(
                "Course",
                1,
                calendar.get(member, id).plan().time(),
                null,
                Details.NONE,
                calendar.get(member, id).plan().series(),
                null);
        calendar.reschedule(member, ZoneOffset.UTC, id, IfMatch.ANY, renamed);
        assertThat(calendar.get(member, id).plan()).isEqualTo(renamed);
    }

    @Test
    void podOfTheVersionBeforeMovesASeriesAndReplacesASingleTime() {
        UUID series = calendar.add(member, ZoneOffset.UTC, lesson(TimeForm.ZONED))
                .schedule()
                .id();
        UUID days = calendar.add(member, ZoneOffset.UTC, lesson(TimeForm.DATES))
                .schedule()
                .id();
        UUID single = calendar.add(
                        member, ZoneOffset.UTC, lesson(TimeForm.FLOATING).withSeries(null))
                .schedule()
                .id();

        execute("""
                update schedule.schedule
                set start_at = start_at + interval '25 hours', end_at = end_at + interval '25 hours',
                    version = version + 1, updated_at = now()
                where member_id = :memberId
                """, member);

        assertThat(calendar.get(member, series).plan().time().start()).isEqualTo("2026-11-03T10:00:00");
        assertThat(calendar.get(member, days).plan().time().start()).isEqualTo("2026-11-03T00:00:00");
        assertThat(calendar.get(member, single).plan())
                .matches(plan -> !plan.isExpanded())
                .extracting(Plan::startAt)
                .isEqualTo(Instant.parse("2026-11-03T09:00:00Z"));
        assertThat(list(NOVEMBER, NOVEMBER.start(), 100)).hasSize(4 + 4 + 1);
        execute("update schedule.schedule set title = 'Renamed' where member_id = :memberId", member);
        assertThat(calendar.get(member, series).plan().time().start()).isEqualTo("2026-11-03T10:00:00");
    }

    @Test
    void podOfTheVersionBeforeRestoresTheWholeSchedule() {
        Plan plan = new Plan(
                "Lesson",
                1,
                lesson(TimeForm.ZONED).time(),
                null,
                details("Room 5"),
                lesson(TimeForm.ZONED).series(),
                "uid-2@example.org");
        UUID id = calendar.add(member, ZoneOffset.UTC, plan).schedule().id();
        calendar.remove(member, id, IfMatch.ANY);

        execute("""
                with found as materialized (
                    select * from schedule.deleted_schedule where member_id = :memberId),
                taken as (
                    delete from schedule.deleted_schedule using found where deleted_schedule.id = found.id)
                insert into schedule.schedule (id, member_id, title, location_id, start_at, end_at, note, version, created_at,
                                               updated_at, change_number)
                select id, member_id, title, location_id, start_at, end_at, note, version + 1, created_at, now(), 99
                from found
                """, member);

        assertThat(calendar.get(member, id).plan()).isEqualTo(plan);
    }

    @Test
    void tooLargeSeriesIsRefused() {
        UUID id = calendar.add(member, ZoneOffset.UTC, lesson(TimeForm.ZONED))
                .schedule()
                .id();
        Plan plan = calendar.get(member, id).plan();
        Plan occurrence = new Plan("Exam", 1, plan.time(), null, details("d".repeat(8000)), null, null);
        Series large = Objects.requireNonNull(plan.series())
                .with(new ChangedOccurrence(LocalDateTime.parse("2026-11-02T09:00"), occurrence))
                .with(new ChangedOccurrence(LocalDateTime.parse("2026-11-09T09:00"), occurrence))
                .with(new ChangedOccurrence(LocalDateTime.parse("2026-11-16T09:00"), occurrence));

        assertThatExceptionOfType(InvalidRequest.class)
                .isThrownBy(() ->
                        calendar.change(member, ZoneOffset.UTC, id, IfMatch.ANY, current -> plan.withSeries(large)));
        assertThat(calendar.get(member, id).plan()).isEqualTo(plan);
    }

    /** The window reads the expanded schedules by an index that has no other, and the others as before. */
    @ParameterizedTest
    @ValueSource(ints = {10, 100, 1000})
    void windowReadsOnlySeriesThatReachIt(int series) {
        UUID owner = memberWithSchedules(1000);
        insertSeries(owner, series, "2026-01-05T09:00", "infinity");
        insertSeries(owner, 1000, "2025-01-06T09:00", "2025-12-31T00:00Z");
        ScheduleFixture.analyze();

        List<String> plan = jdbc.sql("explain (analyze, costs off, timing off, summary off) " + ScheduleReader.PAGE)
                .param("memberId", owner)
                .param("startAt", NOVEMBER.start().startAt().atOffset(ZoneOffset.UTC))
                .param("id", NOVEMBER.start().id())
                .param("from", NOVEMBER.from().atOffset(ZoneOffset.UTC))
                .param("to", NOVEMBER.to().atOffset(ZoneOffset.UTC))
                .param("reachingFrom", NOVEMBER.from().atOffset(ZoneOffset.UTC))
                .param("reachingTo", NOVEMBER.to().atOffset(ZoneOffset.UTC))
                .param("limit", 21)
                .query((row, _) -> row.getString(1))
                .list();

        assertThat(plan)
                .anyMatch(line -> line.contains("schedule_expanded") && line.contains("actual rows=" + series + "."))
                .anyMatch(line -> line.contains("schedule_by_start"));
        assertThat(calendar.list(owner, BERLIN, NOVEMBER, NOVEMBER.start(), 21)).hasSize(21);
    }

    private static void insertSeries(UUID owner, int count, String start, String reachTo) {
        execute("""
                insert into schedule.schedule (member_id, title, location_id, start_at, end_at, created_at, updated_at,
                    change_number, time_form, local_start, local_end, time_zone, recurrence, reach_from, reach_to)
                select :memberId, 'Series ' || i, 1, timestamp '%1$s' at time zone 'Europe/Berlin',
                       timestamp '%1$s' at time zone 'Europe/Berlin' + interval '1 hour', now(), now(), 1, 'zoned',
                       timestamp '%1$s', timestamp '%1$s' + interval '1 hour', 'Europe/Berlin',
                       jsonb_build_object('rule', 'FREQ=WEEKLY'), timestamp '%1$s' at time zone 'Europe/Berlin', '%2$s'
                from generate_series(1, %3$d) i
                """.formatted(start, reachTo, count), owner);
    }

    private List<Occurrence> list(Window window, Position after, int limit) {
        return calendar.list(member, BERLIN, window, after, limit);
    }

    /** Four lessons in November from Monday, 2 November. */
    private static Plan lesson(TimeForm form) {
        LocalDateTime start = LocalDateTime.parse(form == TimeForm.DATES ? "2026-11-02T00:00" : "2026-11-02T09:00");
        return series(
                new ScheduleTime(
                        form,
                        start,
                        form == TimeForm.DATES ? start.plusDays(1) : start.plusHours(1),
                        form == TimeForm.INSTANT ? ZoneOffset.UTC : BERLIN),
                "FREQ=WEEKLY;COUNT=4");
    }

    private static Plan series(ScheduleTime time, @Nullable String rule) {
        return new Plan(
                "Lesson",
                1,
                time,
                null,
                Details.NONE,
                rule == null ? null : Series.of(rule, List.of(), List.of(), time),
                null);
    }

    private static Details details(String description) {
        return new Details(
                null, null, null, description, null, List.of("tag"), null, Details.FREE, List.of(10), List.of());
    }

    private static Window window(String from, String to) {
        return Window.of(Instant.parse(from), Instant.parse(to));
    }
}
