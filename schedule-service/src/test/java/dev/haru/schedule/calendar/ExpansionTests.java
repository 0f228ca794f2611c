package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Expected instants are those of the IANA time zone database, written by hand. */
class ExpansionTests {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final Window ALWAYS = Window.of(null, null);

    @Test
    void wallTimeHoldsAcrossDaylightSavingTime() {
        Schedule lesson = series("FREQ=WEEKLY", zoned("2026-10-19T09:00", "2026-10-19T10:00", BERLIN));

        assertThat(starts(lesson, "2026-10-19T00:00:00Z", "2026-11-03T00:00:00Z"))
                .containsExactly("2026-10-19T07:00:00Z", "2026-10-26T08:00:00Z", "2026-11-02T08:00:00Z");
    }

    @Test
    void occurrenceOverTheChangeOfTheClocksHasTheSameExactDuration() {
        Schedule night = series("FREQ=DAILY", zoned("2026-10-23T22:00", "2026-10-24T06:00", BERLIN));

        List<Occurrence> nights = in(night, "2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z");

        assertThat(nights).hasSize(1);
        assertThat(nights.getFirst().startAt()).isEqualTo("2026-10-24T20:00:00Z");
        assertThat(nights.getFirst().endAt()).isEqualTo("2026-10-25T04:00:00Z");
    }

    @Test
    void skippedLocalStartsHaveTheOffsetBeforeAndStayInOrder() {
        Schedule twice =
                series("FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,30", zoned("2026-03-28T02:00", "2026-03-28T02:10", BERLIN));

        // 02:00 and 02:30 of 29 March do not exist; they are 03:00 and 03:30.
        assertThat(starts(twice, "2026-03-29T00:00:00Z", "2026-03-29T23:00:00Z"))
                .containsExactly(
                        "2026-03-29T01:00:00Z", "2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z", "2026-03-29T01:30:00Z");
        assertThat(pages(twice, window("2026-03-28T00:00:00Z", "2026-03-31T00:00:00Z")))
                .hasSize(12)
                .doesNotHaveDuplicates()
                .isSortedAccordingTo(Comparator.comparing(Position::of));
    }

    /** 02:30 and 45 minutes are 02:15 of the repeated hour, which as a local time is before 02:30. */
    @Test
    void occurrenceThatEndsInTheRepeatedHourEndsAfterItsStart() {
        ScheduleTime early = zoned("2026-10-24T02:30", "2026-10-24T03:15", BERLIN);

        ScheduleTime repeated = early.at(local("2026-10-25T02:30"));

        assertThat(repeated).isEqualTo(zoned("2026-10-25T02:30", "2026-10-25T03:15", BERLIN));
        assertThat(repeated.endAt()).isAfter(repeated.startAt());
    }

    /** The clocks of Brazil skipped the midnight of 4 November 2018. */
    @Test
    void dayBeforeASkippedMidnightEndsWithADate() {
        ScheduleTime day = new ScheduleTime(
                TimeForm.DATES, local("2018-11-01T00:00"), local("2018-11-02T00:00"), ZoneId.of("America/Sao_Paulo"));

        assertThat(day.at(local("2018-11-03T00:00")).end()).isEqualTo("2018-11-04T00:00");
    }

    @Test
    void busyExpansionLeavesOutFreeOccurrences() {
        Schedule lesson = series("FREQ=DAILY", zoned("2026-11-02T09:00", "2026-11-02T10:00", BERLIN));
        Details free = new Details(null, null, null, null, null, List.of(), null, Details.FREE, List.of(), List.of());
        Plan freePlan = new Plan("Free", 1, lesson.plan().time(), null, free, series(lesson), null);
        Plan exam = plan("Exam", zoned("2026-11-03T09:00", "2026-11-03T10:00", BERLIN), null);
        Schedule mixed = schedule(
                freePlan.withSeries(series(lesson).with(new ChangedOccurrence(local("2026-11-03T09:00"), exam))));
        Window window = window("2026-11-01T00:00:00Z", "2026-11-06T00:00:00Z");

        assertThat(Expansion.busy(List.of(schedule(freePlan), mixed, lesson), window, window.start(), 100))
                .extracting(occurrence -> occurrence.plan().title())
                .containsExactlyInAnyOrder("Exam", "Lesson", "Lesson", "Lesson", "Lesson");
    }

    @Test
    void localStartThatOccursTwiceIsTheFirstOne() {
        Schedule early = series("FREQ=DAILY", zoned("2026-10-24T02:30", "2026-10-24T02:40", BERLIN));

        assertThat(starts(early, "2026-10-25T00:00:00Z", "2026-10-26T00:00:00Z"))
                .containsExactly("2026-10-25T00:30:00Z");
    }

    @Test
    void floatingTimesAndDatesFollowTheMember() {
        Schedule floating = series(
                "FREQ=DAILY;COUNT=1",
                new ScheduleTime(TimeForm.FLOATING, local("2026-11-23T09:00"), local("2026-11-23T10:00"), BERLIN));
        Schedule days = series(
                "FREQ=WEEKLY;COUNT=2",
                new ScheduleTime(TimeForm.DATES, local("2026-10-24T00:00"), local("2026-10-26T00:00"), BERLIN));

        assertThat(starts(floating.in(NEW_YORK), "2026-11-23T00:00:00Z", "2026-11-24T00:00:00Z"))
                .containsExactly("2026-11-23T14:00:00Z");
        // The weekend in which summer time ends in Berlin has 49 hours; the next one has 48.
        List<Occurrence> weekends = in(days, "2026-10-01T00:00:00Z", "2026-12-01T00:00:00Z");
        assertThat(weekends)
                .extracting(Occurrence::endAt)
                .containsExactly(Instant.parse("2026-10-25T23:00:00Z"), Instant.parse("2026-11-01T23:00:00Z"));
        assertThat(starts(days.in(NEW_YORK), "2026-10-01T00:00:00Z", "2026-12-01T00:00:00Z"))
                .containsExactly("2026-10-24T04:00:00Z", "2026-10-31T04:00:00Z");
    }

    @Test
    void changedOccurrenceReplacesTheOneOfTheSeries() {
        Schedule lesson = series("FREQ=WEEKLY;COUNT=3", zoned("2026-11-02T09:00", "2026-11-02T10:00", BERLIN));
        Plan moved = plan("Moved", zoned("2026-11-11T15:00", "2026-11-11T16:00", BERLIN), null);
        Schedule changed = with(lesson, series(lesson).with(new ChangedOccurrence(local("2026-11-09T09:00"), moved)));
        Schedule shorter = with(lesson, series(lesson).without(local("2026-11-09T09:00")));

        List<Occurrence> all = in(changed, "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z");
        assertThat(all)
                .extracting(occurrence -> occurrence.plan().title() + " " + occurrence.startAt())
                .containsExactly(
                        "Lesson 2026-11-02T08:00:00Z", "Moved 2026-11-11T14:00:00Z", "Lesson 2026-11-16T08:00:00Z");
        assertThat(all.get(1).reference()).isEqualTo(new OccurrenceReference("2026-11-09T09:00:00", true));
        assertThat(starts(changed, "2026-11-09T00:00:00Z", "2026-11-10T00:00:00Z"))
                .isEmpty();
        assertThat(starts(shorter, "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"))
                .containsExactly("2026-11-02T08:00:00Z", "2026-11-16T08:00:00Z");
    }

    @Test
    void endlessSeriesEndsAtTheLimit() {
        Schedule daily = series("FREQ=DAILY", zoned("1970-01-02T09:00", "1970-01-02T10:00", BERLIN));

        assertThat(Expansion.of(daily, Window.of(Instant.parse("2150-01-01T00:00:00Z"), null), 3))
                .extracting(Occurrence::startAt)
                .containsExactly(
                        Instant.parse("2150-01-01T08:00:00Z"),
                        Instant.parse("2150-01-02T08:00:00Z"),
                        Instant.parse("2150-01-03T08:00:00Z"));
        assertThat(Expansion.of(daily, ALWAYS, 3)).singleElement().isEqualTo(Occurrence.whole(daily));
    }

    @Test
    void longOccurrencesReachFarIntoTheWindow() {
        ScheduleTime year =
                new ScheduleTime(TimeForm.DATES, local("2024-01-01T00:00"), local("2025-01-01T00:00"), ZoneOffset.UTC);
        Schedule leapYear = series("FREQ=YEARLY;COUNT=2", year);

        assertThat(starts(leapYear, "2025-12-31T00:00:00Z", "2026-06-01T00:00:00Z"))
                .containsExactly("2025-01-01T00:00:00Z");
    }

    @Test
    void pagesOfManySeriesContainEachOccurrenceOnce() {
        List<Schedule> schedules = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            schedules.add(series(
                    "FREQ=DAILY;COUNT=10",
                    zoned("2026-03-25T02:" + (10 + i % 3), "2026-03-25T03:30", i % 2 == 0 ? BERLIN : NEW_YORK)));
        }
        Window window = window("2026-03-01T00:00:00Z", "2026-05-01T00:00:00Z");

        List<Occurrence> whole = Expansion.of(schedules, window, window.start(), 1000);
        List<Occurrence> paged = new ArrayList<>();
        Position after = window.start();
        List<Occurrence> page;
        do {
            page = Expansion.of(schedules, window, after, 7);
            paged.addAll(page);
            after = page.isEmpty()
                    ? after
                    : Position.ofCursor(Position.of(page.getLast()).toCursor(window), window);
        } while (!page.isEmpty());

        assertThat(whole).hasSize(200);
        assertThat(paged).isEqualTo(whole);
    }

    @Test
    void horizonContainsEveryOccurrence() {
        Plan finite = series("FREQ=WEEKLY;COUNT=3", zoned("2026-11-02T09:00", "2026-11-02T10:00", BERLIN))
                .plan();
        Plan never = series(
                        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", zoned("2026-11-02T09:00", "2026-11-02T10:00", BERLIN))
                .plan();

        assertThat(Horizon.of(finite).from().toInstant()).isEqualTo("2026-11-02T08:00:00Z");
        assertThat(Horizon.of(finite).to().toInstant()).isEqualTo("2026-11-16T09:00:00Z");
        assertThat(Horizon.of(never).to().toInstant()).isEqualTo("2026-11-02T09:00:00Z");
        assertThat(Horizon.of(series("FREQ=WEEKLY", finite.time()).plan()).to()).isEqualTo(OffsetDateTime.MAX);
    }

    private static List<Occurrence> pages(Schedule schedule, Window window) {
        List<Occurrence> all = new ArrayList<>();
        Position after = window.start();
        List<Occurrence> page;
        do {
            page = Expansion.of(List.of(schedule), window, after, 1);
            all.addAll(page);
            after = page.isEmpty() ? after : Position.of(page.getLast());
        } while (!page.isEmpty());
        return all;
    }

    private static List<String> starts(Schedule schedule, String from, String to) {
        return in(schedule, from, to).stream()
                .map(occurrence -> occurrence.startAt().toString())
                .toList();
    }

    private static List<Occurrence> in(Schedule schedule, String from, String to) {
        return Expansion.of(schedule, window(from, to), 1000);
    }

    private static Window window(String from, String to) {
        return Window.of(Instant.parse(from), Instant.parse(to));
    }

    private static Schedule series(String rule, ScheduleTime time) {
        return schedule(plan("Lesson", time, Series.of(rule, List.of(), List.of(), time)));
    }

    private static Schedule with(Schedule schedule, Series series) {
        return schedule(schedule.plan().withSeries(series));
    }

    private static Series series(Schedule schedule) {
        return Objects.requireNonNull(schedule.plan().series());
    }

    private static Schedule schedule(Plan plan) {
        return new Schedule(UUID.randomUUID(), UUID.randomUUID(), plan, 0, Instant.EPOCH, Instant.EPOCH);
    }

    private static Plan plan(String title, ScheduleTime time, @Nullable Series series) {
        return new Plan(title, 1, time, null, Details.NONE, series, null);
    }

    private static ScheduleTime zoned(String start, String end, ZoneId zone) {
        return new ScheduleTime(TimeForm.ZONED, local(start), local(end), zone);
    }

    private static LocalDateTime local(String text) {
        return LocalDateTime.parse(text);
    }
}
