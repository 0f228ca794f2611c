package dev.haru.schedule.icalendar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.schedule.calendar.ChangedOccurrence;
import dev.haru.schedule.calendar.Details;
import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.calendar.Schedule;
import dev.haru.schedule.calendar.ScheduleTime;
import dev.haru.schedule.calendar.Series;
import dev.haru.schedule.calendar.TimeForm;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An import of an export leads to equal plans. */
class RoundTripTests {

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final Map<Integer, String> LOCATIONS = Map.of(1, "Home", 5, "Café", 10, "Elsewhere");
    private static final Instant WRITTEN = Instant.parse("2026-11-22T08:00:00Z");
    private static final LocalDateTime NINE = LocalDateTime.parse("2026-11-23T09:00");

    static Stream<Plan> plans() {
        Details full = new Details(
                "Table 7; by the window, \"left\"",
                37.5,
                -122.25,
                "Line one\nline two\\ with ; and ,\n" + "약속 😀 ".repeat(40),
                "#12ab34",
                List.of("food, drink", "친구"),
                "tentative",
                "free",
                List.of(0, 15, 1440),
                List.of(
                        "ORGANIZER;CN=\"Kim; Haru\":mailto:a@example.org",
                        "X-A:b\\nc",
                        "VERSION:1.0",
                        "BEGIN:VALARM",
                        "TRIGGER:-PT15M",
                        "ACTION:AUDIO",
                        "END:VALARM",
                        "BEGIN:X-OTHER",
                        "A:b",
                        "END:X-OTHER"));
        Plan zoned = plan(TimeForm.ZONED, NEW_YORK, Details.NONE);
        Plan dates = new Plan(
                "Holiday",
                10,
                new ScheduleTime(
                        TimeForm.DATES,
                        NINE.toLocalDate().atStartOfDay(),
                        NINE.toLocalDate().plusDays(3).atStartOfDay(),
                        SEOUL),
                null,
                Details.NONE,
                null,
                "uid");
        return Stream.of(
                plan(TimeForm.INSTANT, ZoneOffset.UTC, Details.NONE),
                plan(TimeForm.FLOATING, SEOUL, Details.NONE),
                zoned,
                dates,
                plan(TimeForm.ZONED, SEOUL, full),
                dates.withSeries(new Series(
                        "FREQ=YEARLY", List.of(NINE.plusDays(9).toLocalDate().atStartOfDay()), List.of(), List.of())),
                zoned.withSeries(new Series(
                        "FREQ=WEEKLY;COUNT=10",
                        List.of(NINE.plusDays(1)),
                        List.of(NINE.plusWeeks(1)),
                        List.of(new ChangedOccurrence(
                                NINE.plusWeeks(2),
                                new Plan(
                                        "Moved",
                                        5,
                                        new ScheduleTime(
                                                TimeForm.DATES,
                                                NINE.plusWeeks(2).toLocalDate().atStartOfDay(),
                                                NINE.plusWeeks(2)
                                                        .toLocalDate()
                                                        .plusDays(1)
                                                        .atStartOfDay(),
                                                SEOUL),
                                        "A note",
                                        full,
                                        null,
                                        null))))));
    }

    @ParameterizedTest
    @MethodSource("plans")
    void importOfAnExportIsEqual(Plan plan) {
        assertThat(read(file(plan)).plans()).containsExactly(plan);
    }

    @ParameterizedTest
    @MethodSource("plans")
    void exportOfAnImportIsEqual(Plan plan) {
        byte[] file = file(plan);

        assertThat(new String(file(read(file).plans().getFirst()), UTF_8)).isEqualTo(new String(file, UTF_8));
    }

    @Test
    void noteIsShownAsDescription() {
        Plan plan = plan(TimeForm.INSTANT, ZoneOffset.UTC, Details.NONE);

        assertThat(new String(file(plan), UTF_8)).contains("DESCRIPTION:A note\\, short", "COMMENT:A note\\, short");
    }

    @Test
    void alarmOfARemovedReminderIsNotWritten() {
        List<String> kept = List.of(
                "BEGIN:VALARM",
                "TRIGGER:-PT15M",
                "END:VALARM",
                "BEGIN:VALARM",
                "TRIGGER;RELATED=END:PT0S",
                "END:VALARM");
        Details details = new Details(null, null, null, null, null, List.of(), null, null, List.of(30), kept);

        assertThat(new String(file(plan(TimeForm.INSTANT, ZoneOffset.UTC, details)), UTF_8))
                .contains("TRIGGER:-PT30M", "TRIGGER;RELATED=END:PT0S")
                .doesNotContain("-PT15M");
    }

    @Test
    void fileHasTheRulesOfItsZones() {
        String file = new String(file(plan(TimeForm.ZONED, NEW_YORK, Details.NONE)), UTF_8);

        assertThat(file)
                .contains(
                        "TZID:America/New_York",
                        "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
                        "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
                        "TZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400");
    }

    private static Plan plan(TimeForm form, ZoneId zone, Details details) {
        return new Plan(
                "Lesson; with, \\ everything 😀",
                1,
                new ScheduleTime(form, NINE, NINE.plusMinutes(45), zone),
                "A note, short",
                details,
                null,
                "uid");
    }

    private static byte[] file(Plan plan) {
        CalendarFile file = new CalendarFile(LOCATIONS);
        file.add(new Schedule(new UUID(1, 2), new UUID(3, 4), plan, 7, WRITTEN, WRITTEN));
        return file.toBytes();
    }

    private static MappedEntry read(byte[] file) {
        List<ImportEntry> entries = ImportEntry.of(CalendarParser.parse(file));
        assertThat(entries).hasSize(1);
        MappedEntry read = EntryReader.read(entries.getFirst(), SEOUL, LOCATIONS);
        assertThat(read.parts()).allSatisfy(part -> {
            assertThat(part.refusal()).isNull();
            assertThat(part.notes()).isEmpty();
        });
        return read;
    }
}
