package dev.haru.schedule.icalendar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.json.UnicodeText;
import dev.haru.platform.language.Message;
import dev.haru.schedule.calendar.ChangedOccurrence;
import dev.haru.schedule.calendar.Details;
import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.calendar.Series;
import dev.haru.schedule.calendar.TimeForm;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryReaderTests {

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");
    private static final String START = "DTSTART:20261123T093000Z\nDTEND:20261123T101500Z\n";
    private static final String WEEKLY =
            "UID:a\nDTSTART;TZID=Asia/Seoul:20261123T093000\nDURATION:PT45M\nRRULE:FREQ=WEEKLY;COUNT=4\nSUMMARY:Lesson\n";

    @Nested
    class Times {

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                DTSTART:20261123T093000Z;DTEND:20261123T101500Z | INSTANT | 2026-11-23T09:30 | 2026-11-23T10:15 | 2026-11-23T09:30:00Z
                DTSTART:20261123T093000;DURATION:PT45M | FLOATING | 2026-11-23T09:30 | 2026-11-23T10:15 | 2026-11-23T00:30:00Z
                DTSTART/TZID=Europe/Berlin:20261123T093000;DURATION:P1DT1H | ZONED | 2026-11-23T09:30 | 2026-11-24T10:30 | 2026-11-23T08:30:00Z
                DTSTART/TZID=Europe/Berlin:20261123T093000;DTEND/TZID=Asia/Seoul:20261123T180000 | ZONED | 2026-11-23T09:30 | 2026-11-23T10:00 | 2026-11-23T08:30:00Z
                DTSTART/VALUE=DATE:20261123 | DATES | 2026-11-23T00:00 | 2026-11-24T00:00 | 2026-11-22T15:00:00Z
                DTSTART/VALUE=DATE:20261123;DTEND/VALUE=DATE:20261126 | DATES | 2026-11-23T00:00 | 2026-11-26T00:00 | 2026-11-22T15:00:00Z
                DTSTART/TZID=Europe/Berlin:20260329T023000;DURATION:PT1H | ZONED | 2026-03-29T02:30 | 2026-03-29T04:30 | 2026-03-29T01:30:00Z
                DTSTART/TZID=Europe/Berlin:20261025T023000;DURATION:PT1H | ZONED | 2026-10-25T02:30 | 2026-10-25T02:30 | 2026-10-25T00:30:00Z
                """)
        void everyFormIsRead(String lines, TimeForm form, String start, String end, Instant startAt) {
            Plan plan = plan(lines.replace(';', '\n').replaceAll("(DTSTART|DTEND)/", "$1;"));

            assertThat(plan.time().form()).isEqualTo(form);
            assertThat(plan.startAt()).isEqualTo(startAt);
            if (!lines.contains("202603") && !lines.contains("202610")) {
                assertThat(plan.time().start()).isEqualTo(start);
                assertThat(plan.time().end()).isEqualTo(end);
            }
            assertThat(plan.endAt()).isAfter(startAt);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                Asia/Seoul | Asia/Seoul
                asia/seoul | Asia/Seoul
                Korea Standard Time | Asia/Seoul
                /mozilla.org/20050126_1/Europe/Berlin | Europe/Berlin
                /freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires | America/Argentina/Buenos_Aires
                US/Pacific | US/Pacific
                UTC | UTC
                GMT+0900 | Etc/GMT-9
                """)
        void zoneNamesOfOtherProgramsAreKnown(String tzid, String zone) {
            assertThat(plan("DTSTART;TZID=" + tzid + ":20261123T093000\nDURATION:PT1H")
                            .time()
                            .zone())
                    .isEqualTo(ZoneId.of(zone));
        }

        @Test
        void locationOfAZoneDefinitionIsKnown() {
            MappedEntry entry = entry(
                    "BEGIN:VTIMEZONE\nTZID:Own\nX-LIC-LOCATION:Asia/Tokyo\nEND:VTIMEZONE\n",
                    "UID:a\nDTSTART;TZID=Own:20261123T093000\nDURATION:PT1H");

            assertThat(entry.plans().getFirst().time().zone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "DTSTART;TZID=Mars/Olympus:20261123T093000\nDURATION:PT1H",
                    "DTSTART:20260230T093000Z\nDURATION:PT1H",
                    "DTSTART:yesterday\nDURATION:PT1H",
                    "DTSTART:20261123T093000Z\nDURATION:soon",
                    "DTSTART:20261123T093000Z\nDURATION:-PT1H",
                    "DTSTART:20261123T093000Z\nDURATION:P400D",
                    "DTSTART:20261123T093000Z\nDTEND:20261122T093000Z",
                    "DTSTART:20261123T093000Z\nDTEND;VALUE=DATE:20261124",
                    "DTSTART:19691231T093000Z\nDURATION:PT1H",
                    "DTSTART:22000101T093000Z\nDURATION:PT1H",
                    "SUMMARY:without a start"
                })
        void impossibleTimesAreRefused(String lines) {
            assertThat(entry("", "UID:a\n" + lines).plans()).isEmpty();
        }

        @Test
        void eventWithoutDurationLastsAMinute() {
            MappedEntry entry = entry("", "UID:a\nDTSTART:20261123T093000Z\nSUMMARY:a");

            assertThat(entry.plans().getFirst().endAt()).isEqualTo("2026-11-23T09:31:00Z");
            assertThat(keys(entry)).containsExactly("detail.import.without-duration");
        }
    }

    @Nested
    class Fields {

        @Test
        void allKnownPropertiesAreRead() {
            Plan plan = plan(START + """
                    SUMMARY;LANGUAGE=en:Dinner\\, at last
                    LOCATION:Café\\nSeoul
                    DESCRIPTION:a\\nb\\;c
                    COMMENT:Bring cake
                    GEO:37.5665;126.9780
                    COLOR:tomato
                    CATEGORIES:food,friends
                    CATEGORIES:food
                    STATUS:TENTATIVE
                    TRANSP:TRANSPARENT
                    BEGIN:VALARM
                    ACTION:DISPLAY
                    TRIGGER:-PT15M
                    END:VALARM
                    BEGIN:VALARM
                    ACTION:AUDIO
                    TRIGGER;RELATED=END:PT0S
                    END:VALARM""");

            assertThat(plan.title()).isEqualTo("Dinner, at last");
            assertThat(plan.note()).isEqualTo("Bring cake");
            assertThat(plan.locationId()).isEqualTo(Plan.ELSEWHERE);
            Details details = plan.details();
            assertThat(details.place()).isEqualTo("Café Seoul");
            assertThat(details.description()).isEqualTo("a\nb;c");
            assertThat(details.latitude()).isEqualTo(37.5665);
            assertThat(details.longitude()).isEqualTo(126.9780);
            assertThat(details.colour()).isEqualTo("#FF6347");
            assertThat(details.tags()).containsExactly("food", "friends");
            assertThat(details.status()).isEqualTo("tentative");
            assertThat(details.transparency()).isEqualTo("free");
            assertThat(details.reminders()).containsExactly(15);
        }

        @Test
        void unknownPropertiesAreKept() {
            Plan plan =
                    plan(START + "SUMMARY:a\nX-APPLE-A;B=\"c:d\":e\\,f\nORGANIZER:mailto:a@example.org\nX-BAD:\u0001g");

            assertThat(plan.details().kept())
                    .containsExactly("X-APPLE-A;B=\"c:d\":e\\,f", "ORGANIZER:mailto:a@example.org", "X-BAD:g");
        }

        @Test
        void tooLongTextsAreTruncatedWithANote() {
            MappedEntry entry = entry(
                    "",
                    "UID:a\n" + START + "SUMMARY:" + "😀".repeat(201) + "\nDESCRIPTION:" + "b".repeat(8001) + "\nX-A:"
                            + "c".repeat(20_000));

            assertThat(entry.plans().getFirst().title()).isEqualTo("😀".repeat(200));
            assertThat(keys(entry))
                    .containsExactly("detail.import.truncated", "detail.import.truncated", "detail.import.left-out");
        }

        @Test
        void lengthOfATextCountsCodePoints() {
            MappedEntry entry = entry(
                    "",
                    "UID:" + "😀".repeat(500) + "\n" + START + "SUMMARY:" + "😀".repeat(200) + "\nLOCATION:a"
                            + "😀".repeat(200) + "\nCOMMENT:" + "😀".repeat(2000) + "\nDESCRIPTION:" + "😀".repeat(8000)
                            + "\nCATEGORIES:" + "😀".repeat(50) + ",b" + "😀".repeat(50));

            Plan plan = entry.plans().getFirst();
            assertThat(plan.uid()).isEqualTo("😀".repeat(500));
            assertThat(plan.title()).isEqualTo("😀".repeat(200));
            assertThat(plan.details().place()).isEqualTo("a" + "😀".repeat(199));
            assertThat(plan.note()).isEqualTo("😀".repeat(2000));
            assertThat(plan.details().description()).isEqualTo("😀".repeat(8000));
            assertThat(plan.details().tags()).containsExactly("😀".repeat(50), "b" + "😀".repeat(49));
            assertThat(entry.parts().getFirst().notes())
                    .extracting(Message::arguments)
                    .containsExactly(List.of("LOCATION"));
        }

        @ParameterizedTest
        @ValueSource(strings = {" ", "\u00a0", "\u2007\u3000", "\u3164", "\u200b\ufe0f"})
        void textThatDrawsNothingCountsAsAbsent(String blank) {
            String late = blank.repeat(201) + "a";
            MappedEntry entry = entry(
                    "",
                    "UID:" + blank + "\n" + START + "SUMMARY:" + late + "\nLOCATION:" + late + "\nCATEGORIES:" + blank
                            + "," + late + ",food" + blank + "\nCOMMENT:" + blank);

            Plan plan = entry.plans().getFirst();
            assertThat(plan.uid()).hasSize(64);
            assertThat(plan.title()).isEqualTo("(no title)");
            assertThat(plan.details().place()).isNull();
            assertThat(plan.details().tags()).isNotEmpty().noneMatch(UnicodeText::isBlank);
            assertThat(plan.note()).isNull();
        }

        @Test
        void malformedFieldIsLeftOutWithANote() {
            MappedEntry entry = entry("", "UID:a\n" + START + "GEO:north\nCOLOR:none\nSTATUS:MAYBE");

            assertThat(entry.plans().getFirst().details().latitude()).isNull();
            assertThat(entry.plans().getFirst().title()).isEqualTo("(no title)");
            assertThat(keys(entry)).containsExactly("detail.import.without-title", "detail.import.left-out");
        }

        @Test
        void eventWithoutUidHasTheSameUidAgain() {
            String uid = entry("", START + "SUMMARY:a").plans().getFirst().uid();

            assertThat(uid)
                    .hasSize(64)
                    .isEqualTo(entry("", START + "SUMMARY:a").plans().getFirst().uid());
            assertThat(entry("", START + "SUMMARY:b").plans().getFirst().uid()).isNotEqualTo(uid);
        }
    }

    @Nested
    class Recurrences {

        @Test
        void datesOfTheSeriesAreRead() {
            Series series = series(WEEKLY
                    + "EXDATE:20261130T003000Z\nEXDATE;VALUE=DATE:20261207\nEXDATE;TZID=Asia/Seoul:20300101T000000\n"
                    + "RDATE;VALUE=PERIOD:20261125T003000Z/PT1H");

            assertThat(series.excluded())
                    .containsExactly(
                            LocalDateTime.parse("2026-11-30T09:30"),
                            LocalDateTime.parse("2026-12-07T09:30"),
                            LocalDateTime.parse("2030-01-01T00:00"));
            assertThat(series.additional()).containsExactly(LocalDateTime.parse("2026-11-25T09:30"));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "FREQ=YEARLY",
                    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
                    "FREQ=DAILY;UNTIL=20301231T235959Z",
                    "freq=weekly;byday=mo"
                })
        void permittedRulesAreTaken(String rule) {
            assertThat(series(WEEKLY.replaceAll("RRULE:.*", "RRULE:" + rule)).rule())
                    .isNotNull();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "RRULE:FREQ=SECONDLY",
                    "RRULE:FREQ=NEVER",
                    "RRULE:COUNT=3",
                    "RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY",
                    "RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY"
                })
        void otherRulesAreRefusedWithTheSeries(String rule) {
            assertThat(entry("", WEEKLY.replaceAll("RRULE:.*", rule)).plans()).isEmpty();
        }

        @Test
        void changedOccurrenceBelongsToItsSeries() {
            MappedEntry entry = entry(
                    "",
                    WEEKLY,
                    "UID:a\nRECURRENCE-ID:20261130T003000Z\nDTSTART;TZID=Asia/Seoul:20261201T100000\nDURATION:PT1H\nSUMMARY:Moved",
                    "UID:a\nRECURRENCE-ID;TZID=Asia/Seoul:20261129T093000\n" + START);

            assertThat(entry.plans()).hasSize(1);
            ChangedOccurrence changed = Objects.requireNonNull(
                            entry.plans().getFirst().series())
                    .changed()
                    .getFirst();
            assertThat(changed.originalStart()).isEqualTo("2026-11-30T09:30");
            assertThat(changed.plan().title()).isEqualTo("Moved");
            assertThat(changed.plan().startAt()).isEqualTo("2026-12-01T01:00:00Z");
            assertThat(keys(entry)).containsExactly("detail.import.no-occurrence");
        }

        @Test
        void changeOfTheFollowingOccurrencesBeginsASeries() {
            MappedEntry entry = entry(
                    "",
                    WEEKLY,
                    "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Asia/Seoul:20261207T093000\n"
                            + "DTSTART;TZID=Asia/Seoul:20261207T110000\nDURATION:PT1H\nSUMMARY:Later",
                    "UID:a\nRECURRENCE-ID;TZID=Asia/Seoul:20261214T093000\n"
                            + "DTSTART;TZID=Asia/Seoul:20261215T110000\nDURATION:PT1H\nSUMMARY:Last");

            assertThat(entry.plans()).extracting(Plan::title).containsExactly("Lesson", "Later");
            assertThat(entry.plans()).extracting(Plan::uid).containsExactly("a", "a/20261207T093000");
            assertThat(starts(entry.plans().get(0))).containsExactly("2026-11-23T09:30", "2026-11-30T09:30");
            assertThat(starts(entry.plans().get(1))).containsExactly("2026-12-07T11:00", "2026-12-14T11:00");
            assertThat(Objects.requireNonNull(entry.plans().get(1).series())
                            .changed()
                            .getFirst()
                            .originalStart())
                    .isEqualTo("2026-12-14T11:00");
            assertThat(entry.parts()).extracting(MappedEntry.Part::plan).containsExactly(0, 1, 1);
        }

        @Test
        void occurrenceWithoutItsSeriesIsASchedule() {
            MappedEntry entry = entry("", "UID:a\nRECURRENCE-ID:20261130T003000Z\nSUMMARY:Guest\n" + START);

            assertThat(entry.plans()).extracting(Plan::uid).containsExactly("a/20261130T003000Z");
            assertThat(keys(entry)).containsExactly("detail.import.single-occurrence");
        }

        @Test
        void newestOfEqualEventsIsTaken() {
            MappedEntry entry = entry("", "UID:a\nSEQUENCE:2\nSUMMARY:New\n" + START, "UID:a\nSUMMARY:Old\n" + START);

            assertThat(entry.plans()).extracting(Plan::title).containsExactly("New");
            assertThat(keys(entry)).containsExactly("detail.import.duplicate");
        }

        private static Series series(String lines) {
            return Objects.requireNonNull(entry("", lines).plans().getFirst().series());
        }

        private static List<String> starts(Plan plan) {
            List<String> starts = new java.util.ArrayList<>();
            Objects.requireNonNull(plan.series())
                    .recurrence(plan.time())
                    .starts(plan.time().start(), LocalDateTime.MIN.withYear(2026), LocalDateTime.MAX.withYear(2027))
                    .forEachRemaining(start -> starts.add(start.toString()));
            return starts;
        }
    }

    /** After the spaces are gone, some of these would begin or end a component in an export. */
    @ParameterizedTest
    @ValueSource(strings = {"BEGIN\u2003:VEVENT", "END\u2003:VCALENDAR", ":a", "A B:c", "X\u00e9:a", "X;a b=c:d"})
    void propertyWithAMalformedNameIsLeftOut(String line) {
        MappedEntry entry = entry("", "UID:a\nSUMMARY:Lesson\n" + line + "\n" + START);

        assertThat(entry.plans().getFirst().details().kept()).isEmpty();
        assertThat(keys(entry)).containsExactly("detail.import.left-out");
    }

    @Test
    void componentWithAMalformedNameInItIsLeftOut() {
        MappedEntry entry = entry("", "UID:a\nSUMMARY:Lesson\nBEGIN:X\nA B:c\nEND:X\n" + START);

        assertThat(entry.plans().getFirst().details().kept()).isEmpty();
        assertThat(keys(entry)).containsExactly("detail.import.left-out");
    }

    /** A year over the start of summer time has an hour more, which the table schedule does not permit. */
    @Test
    void longestDaysWithAnHourMoreAreRefused() {
        String lines = "UID:a\nSUMMARY:a\nDTSTART;TZID=America/New_York:20260310T120000\n";

        assertThat(keys(entry("", lines + "DTEND;TZID=America/New_York:20270311T120000")))
                .containsExactly("detail.import.end");
        assertThat(entry("", lines + "DTEND;TZID=America/New_York:20270311T110000")
                        .plans())
                .hasSize(1);
    }

    @Test
    void occurrenceWithAMalformedOriginalStartIsRefused() {
        assertThat(keys(entry("", "UID:a\nSUMMARY:a\nRECURRENCE-ID:" + "x".repeat(8000) + "\n" + START)))
                .containsExactly("detail.import.malformed");
        assertThat(entry("", "UID:a\nSUMMARY:a\nRECURRENCE-ID:20261130T003000Z" + " ".repeat(8000) + "\n" + START)
                        .plans())
                .extracting(Plan::uid)
                .containsExactly("a/20261130T003000Z");
    }

    /** The API would refuse such a date when a client sends the schedule back. */
    @Test
    void startBeyondTheSupportedTimeIsRefused() {
        String lines = "UID:a\nSUMMARY:a\n" + START;

        assertThat(keys(entry("", lines + "RDATE:00010101T000000Z"))).containsExactly("detail.import.calendar-time");
        assertThat(entry("", lines + "RRULE:FREQ=DAILY\nEXDATE:99991231T000000Z,20261124T093000Z")
                        .plans())
                .extracting(plan -> Objects.requireNonNull(plan.series()).excluded())
                .containsExactly(List.of(LocalDateTime.parse("2026-11-24T09:30")));
    }

    @Test
    void otherComponentsAreRefused() {
        List<ImportEntry> entries = ImportEntry.of(CalendarParser.parse(
                "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:a\nEND:VTODO\nBEGIN:X\nEND:X\nEND:VCALENDAR".getBytes(UTF_8)));

        assertThat(entries)
                .map(entry -> keys(EntryReader.read(entry, SEOUL, Map.of())))
                .containsExactly(List.of("detail.import.component"), List.of("detail.import.component"));
    }

    private static Plan plan(String lines) {
        return entry("", "UID:a\n" + lines).plans().getFirst();
    }

    private static MappedEntry entry(String zones, String... events) {
        String file = "BEGIN:VCALENDAR\nVERSION:2.0\n" + zones;
        for (String event : events) {
            file += "BEGIN:VEVENT\n" + event.strip() + "\nEND:VEVENT\n";
        }
        List<ImportEntry> entries = ImportEntry.of(CalendarParser.parse((file + "END:VCALENDAR\n").getBytes(UTF_8)));
        assertThat(entries).hasSize(1);
        return EntryReader.read(entries.getFirst(), SEOUL, Map.of(1, "Home", 10, "Elsewhere"));
    }

    private static List<String> keys(MappedEntry entry) {
        return entry.parts().stream()
                .flatMap(part ->
                        part.refusal() == null ? part.notes().stream() : java.util.stream.Stream.of(part.refusal()))
                .map(message -> String.valueOf(message.key()))
                .toList();
    }
}
