package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlanJsonTests {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ScheduleTime TIME = zoned("2026-11-02T09:00", "2026-11-02T10:00");
    private static final LocalDateTime SECOND = LocalDateTime.parse("2026-11-09T09:00");
    private static final Details DETAILS = new Details(
            "Room 5 \"north\"",
            52.52,
            13.405,
            "Line 1\nLine 2 – 한국어",
            "#AABBCC",
            List.of("school", "학교"),
            Details.TENTATIVE,
            Details.FREE,
            List.of(10, 60),
            List.of("X-FOO;A=B:c\\,d"));

    @Test
    void columnsRestoreThePlan() {
        Plan plan = lesson("Lesson", "a note");
        Plan changed = with(
                plan, new Plan("Exam", 2, zoned("2026-11-10T11:00", "2026-11-10T13:00"), null, DETAILS, null, null));

        assertThat(PlanJson.details(PlanJson.details(plan))).isEqualTo(plan.details());
        assertThat(PlanJson.withRecurrence(changed.withSeries(null), PlanJson.recurrence(changed)))
                .isEqualTo(changed);
        assertThat(PlanJson.details(new Plan("Plain", 1, Instant.EPOCH, Instant.EPOCH.plusSeconds(1), null)))
                .isNull();
    }

    @Test
    void changedOccurrenceStoresOnlyItsChanges() {
        Plan plan = lesson("Lesson", "a note");
        Plan occurrence = PlanJson.occurrence(plan, SECOND);
        Plan changed = with(
                plan,
                new Plan(
                        "Exam", 1, occurrence.time(), null, occurrence.details().withKept(List.of()), null, null));

        assertThat(PlanJson.recurrence(changed))
                .contains("\"patch\":{")
                .contains("\"title\":\"Exam\"", "\"note\":null", "\"kept\":null")
                .doesNotContain("Room 5", "school", "Europe/Berlin", "locationId");
    }

    @Test
    void changeOfTheSeriesAppliesToUnchangedFieldsOfAnOccurrence() {
        Plan plan = lesson("Lesson", "a note");
        Plan changed = with(
                plan,
                new Plan("Lesson", 1, zoned("2026-11-10T11:00", "2026-11-10T13:00"), "a note", DETAILS, null, null));
        Plan renamed = lesson("Course", null).replacing(changed);

        assertThat(series(renamed).changed()).singleElement().satisfies(occurrence -> {
            assertThat(occurrence.originalStart()).isEqualTo(SECOND);
            assertThat(occurrence.plan().title()).isEqualTo("Course");
            assertThat(occurrence.plan().note()).isNull();
            assertThat(occurrence.plan().startAt()).isEqualTo("2026-11-10T10:00:00Z");
        });
    }

    @Test
    void occurrenceThatTheNewSeriesDoesNotHaveIsRemoved() {
        Plan changed = with(lesson("Lesson", null), lesson("Exam", null).withSeries(null));
        ScheduleTime tuesday = zoned("2026-11-03T09:00", "2026-11-03T10:00");
        Plan moved = new Plan(
                "Lesson", 1, tuesday, null, DETAILS, Series.of("FREQ=WEEKLY", List.of(), List.of(), tuesday), null);

        assertThat(series(moved.replacing(changed)).changed()).isEmpty();
        assertThat(moved.withSeries(null).replacing(changed).series()).isNull();
    }

    @Test
    void fingerprintOfAPlainPlanIsThatOfTheVersionsBefore() {
        Plan plain = new Plan(
                "Dentist",
                1,
                Instant.parse("2026-11-23T09:30:00Z"),
                Instant.parse("2026-11-23T10:15:00Z"),
                "Bring the X-ray");

        // printf 'Dentist\0001\0002026-11-23T09:30:00Z\0002026-11-23T10:15:00Z\000+Bring the X-ray' | sha256sum
        assertThat(HexFormat.of().formatHex(plain.fingerprint()))
                .isEqualTo("6f79851e44e629423174ca107797ca5b4e9f922751ed4e7e0cf53d02271242cc");
        assertThat(lesson("Lesson", null).fingerprint())
                .isNotEqualTo(lesson("Lesson", null).withSeries(null).fingerprint());
    }

    @Test
    void movedOccurrenceKeepsItsTimeWhenTheSeriesBecomesShorter() {
        Plan changed = with(lesson("Lesson", null), at(zoned("2026-11-09T09:30", "2026-11-09T10:00")));
        ScheduleTime shorter = zoned("2026-11-02T09:00", "2026-11-02T09:15");
        Plan series = at(shorter).withSeries(Series.of("FREQ=WEEKLY", List.of(), List.of(), shorter));

        assertThat(series(series.replacing(changed)).changed())
                .extracting(occurrence -> occurrence.plan().time())
                .containsExactly(zoned("2026-11-09T09:30", "2026-11-09T10:00"));
    }

    @Test
    void movedOccurrenceKeepsItsFormWhenTheSeriesChangesIt() {
        ScheduleTime midnight = zoned("2026-11-02T00:00", "2026-11-02T01:00");
        LocalDateTime second = LocalDateTime.parse("2026-11-09T00:00");
        ScheduleTime moved = zoned("2026-11-09T10:00", "2026-11-09T11:00");
        Series hours = Series.of("FREQ=WEEKLY", List.of(), List.of(), midnight);
        Plan changed = at(midnight).withSeries(hours.with(new ChangedOccurrence(second, at(moved))));
        ScheduleTime day = new ScheduleTime(
                TimeForm.DATES, midnight.start(), midnight.start().plusDays(1), BERLIN);
        Plan days = at(day).withSeries(Series.of("FREQ=WEEKLY", List.of(), List.of(), day));

        Plan replaced = days.replacing(changed);

        assertThat(series(replaced).changed())
                .extracting(occurrence -> occurrence.plan().time())
                .containsExactly(moved);
        assertThat(PlanJson.withRecurrence(replaced.withSeries(null), PlanJson.recurrence(replaced)))
                .isEqualTo(replaced);
    }

    @Test
    void changedCoordinatesStayAPairWhenTheSeriesLosesItsOwn() {
        Plan changed = with(lesson("Lesson", null), with(position(52.52, 13.5)));
        Plan withoutPosition = new Plan(
                "Lesson",
                1,
                TIME,
                null,
                position(null, null),
                Series.of("FREQ=WEEKLY", List.of(), List.of(), TIME),
                null);

        assertThat(series(withoutPosition.replacing(changed)).changed())
                .extracting(occurrence -> occurrence.plan().details().latitude())
                .containsExactly(52.52);
    }

    @Test
    void fingerprintDoesNotDependOnTheZoneOfTheMember() {
        ScheduleTime floating = new ScheduleTime(TimeForm.FLOATING, TIME.start(), TIME.end(), BERLIN);

        assertThat(at(floating).in(ZoneId.of("Asia/Seoul")).fingerprint())
                .isEqualTo(at(floating).fingerprint());
    }

    private static Plan at(ScheduleTime time) {
        return new Plan("Lesson", 1, time, null, DETAILS, null, null);
    }

    private static Plan with(Details details) {
        return new Plan("Lesson", 1, zoned("2026-11-09T09:00", "2026-11-09T10:00"), null, details, null, null);
    }

    private static Details position(@Nullable Double latitude, @Nullable Double longitude) {
        return new Details(null, latitude, longitude, null, null, List.of(), null, null, List.of(), List.of());
    }

    private static Plan with(Plan series, Plan occurrence) {
        return series.withSeries(series(series).with(new ChangedOccurrence(SECOND, occurrence)));
    }

    private static Series series(Plan plan) {
        return Objects.requireNonNull(plan.series());
    }

    private static Plan lesson(String title, @Nullable String note) {
        return new Plan(title, 1, TIME, note, DETAILS, Series.of("FREQ=WEEKLY", List.of(), List.of(), TIME), null);
    }

    private static ScheduleTime zoned(String start, String end) {
        return new ScheduleTime(TimeForm.ZONED, LocalDateTime.parse(start), LocalDateTime.parse(end), BERLIN);
    }
}
