package dev.haru.schedule.icalendar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.problem.InvalidField;
import dev.haru.platform.problem.InvalidRequest;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalendarParserTests {

    private static final String EVENT = "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\n%s\nEND:VEVENT\nEND:VCALENDAR\n";

    @Nested
    class ContentLines {

        @Test
        void foldWithinACharacterIsUnfolded() {
            byte[] title = "SUMMARY:약속".getBytes(UTF_8);
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            file.writeBytes("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n".getBytes(UTF_8));
            file.write(title, 0, 9);
            file.writeBytes("\r\n ".getBytes(UTF_8));
            file.write(title, 9, title.length - 9);
            file.writeBytes("\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".getBytes(UTF_8));

            assertThat(event(CalendarParser.parse(file.toByteArray())).property("SUMMARY"))
                    .isEqualTo(ContentLine.of("SUMMARY", "약속"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"\n", "\r\n", "\r"})
        void everyLineBreakEndsALine(String lineBreak) {
            CalendarComponent event =
                    event(parse(EVENT.formatted("SUMMARY:a\n\tb\nLOCATION:c").replace("\n", lineBreak)));

            assertThat(event.properties())
                    .containsExactly(ContentLine.of("SUMMARY", "ab"), ContentLine.of("LOCATION", "c"));
            assertThat(event.line()).isEqualTo(3);
        }

        @Test
        void byteOrderMarkAndControlCharactersAreDropped() {
            assertThat(event(parse('\uFEFF' + EVENT.formatted("SUMMARY:a\0\u0007b\u007Fc")))
                            .property("SUMMARY"))
                    .isEqualTo(ContentLine.of("SUMMARY", "abc"));
        }

        @Test
        void parametersKeepTheirValues() {
            ContentLine line = only("attendee;CN=\"Kim, Haru\";ROLE=A,B;X=a^nb^^c^'d:mailto:a@example.org");

            assertThat(line.name()).isEqualTo("ATTENDEE");
            assertThat(line.parameters().get("CN")).containsExactly("Kim, Haru");
            assertThat(line.parameters().get("ROLE")).containsExactly("A", "B");
            assertThat(line.parameter("X")).isEqualToNormalizingNewlines("a\nb^c\"d");
            assertThat(line.value()).isEqualTo("mailto:a@example.org");
        }

        /** Otherwise an encoded line break would begin a content line in an export. */
        @Test
        void decodedLineBreakStaysInItsValue() {
            ContentLine line = only("X-NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:a=0D=0AEND:VEVENT=00=C3=A9");

            assertThat(line.value()).isEqualTo("a\\nEND:VEVENTé");
            assertThat(line.parameters()).isEqualTo(Map.of());
        }

        @Test
        void lineThatIsNoContentLineIsNoted() {
            CalendarComponent event = event(parse(EVENT.formatted("SUMMARY:a\n\nno colon")));

            assertThat(event.malformed()).containsExactly(6);
            assertThat(event.properties()).hasSize(1);
        }

        @Test
        void tooLongLineIsLeftOut() {
            CalendarComponent event =
                    event(parse(EVENT.formatted("ATTACH:" + "a".repeat(CalendarBounds.LINE_OCTETS) + "\nSUMMARY:a")));

            assertThat(event.leftOut()).containsExactly(4);
            assertThat(event.properties()).containsExactly(ContentLine.of("SUMMARY", "a"));
        }
    }

    @Nested
    class Refusals {

        @Test
        void deepNestingIsRefusedAtItsLine() {
            assertRefused(
                    "BEGIN:VCALENDAR\n" + "BEGIN:A\n".repeat(1000) + "END:A\n".repeat(1000) + "END:VCALENDAR\n", 101);
        }

        @Test
        void tooManyComponentsAreRefusedAtTheirLine() {
            assertRefused("BEGIN:VCALENDAR\n" + "BEGIN:A\nEND:A\n".repeat(5001) + "END:VCALENDAR\n", 10_002);
            assertRefused(
                    "BEGIN:VCALENDAR\nBEGIN:A\n" + "BEGIN:B\nEND:B\n".repeat(25_000) + "END:A\nEND:VCALENDAR\n",
                    49_999);
        }

        @Test
        void tooManyLinesAreRefused() {
            assertRefused("BEGIN:VCALENDAR\n" + "A:\n".repeat(CalendarBounds.LINES) + "END:VCALENDAR\n", "file");
        }

        @Test
        void tooManyParametersAreRefusedAtTheirLine() {
            String line = "X;A=" + ",".repeat(CalendarBounds.PARAMETERS / 100 - 1) + ":\n";

            assertThat(parse("BEGIN:VCALENDAR\n" + line.repeat(100) + "END:VCALENDAR\n"))
                    .hasSize(1);
            assertRefused("BEGIN:VCALENDAR\n" + line.repeat(101) + "END:VCALENDAR\n", 102);
        }

        @Test
        void structureWithoutBeginOrEndIsRefusedAtItsLine() {
            assertRefused("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n", 2);
            assertRefused("BEGIN:VCALENDAR\nBEGIN:VEVENT\n", 2);
            assertRefused("BEGIN:VCALENDAR\nEND:VEVENT\nEND:VCALENDAR\n", 2);
            assertRefused("BEGIN:VEVENT\nEND:VEVENT\n", 1);
            assertRefused("BEGIN:VCALENDAR\nEND:VCALENDAR\nSUMMARY:a\n", 3);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "\n", " "})
        void fileWithoutACalendarIsRefused(String text) {
            assertRefused(text, "file");
        }

        @Test
        void otherFormatsAreRefused() {
            assertRefused("{\"a\": 1}", 1);
            assertRefused("BEGIN:VCALENDAR\nVERSION:1.0\nEND:VCALENDAR\n", 2);
            assertRefused("\uFEFFBEGIN:VCALENDAR\n".getBytes(java.nio.charset.StandardCharsets.UTF_16LE), "file");
            assertRefused(EVENT.formatted("SUMMARY:é").getBytes(ISO_8859_1), "file");
        }

        private static void assertRefused(String file, int line) {
            assertRefused(file, "line " + line);
        }

        private static void assertRefused(String file, String field) {
            assertRefused(file.getBytes(UTF_8), field);
        }

        private static void assertRefused(byte[] file, String field) {
            assertThatExceptionOfType(InvalidRequest.class)
                    .isThrownBy(() -> CalendarParser.parse(file))
                    .satisfies(refusal -> assertThat(errors(refusal)).isEqualTo(List.of(field)));
        }

        private static List<String> errors(InvalidRequest refusal) {
            Object errors =
                    Objects.requireNonNull(refusal.getBody().getProperties()).getOrDefault("errors", List.of());
            return ((List<?>) Objects.requireNonNull(errors))
                    .stream()
                            .map(error -> ((InvalidField) Objects.requireNonNull(error)).field())
                            .toList();
        }
    }

    private static ContentLine only(String line) {
        return event(parse(EVENT.formatted(line))).properties().getFirst();
    }

    private static CalendarComponent event(List<CalendarComponent> calendars) {
        return calendars.getFirst().components().getFirst();
    }

    private static List<CalendarComponent> parse(String file) {
        return CalendarParser.parse(file.getBytes(UTF_8));
    }
}
