package dev.haru.schedule.icalendar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalendarWriterTests {

    @Test
    void linesHaveAtMost75OctetsAndWholeCharacters() {
        for (String character : List.of("a", "é", "약", "😀")) {
            for (int offset = 0; offset < 4; offset++) {
                String text = "a".repeat(offset) + character.repeat(100);

                List<String> lines = new String(written(ContentLine.of("SUMMARY", text)), UTF_8)
                        .lines()
                        .toList();

                assertThat(lines)
                        .allSatisfy(line -> assertThat(line.getBytes(UTF_8)).hasSizeLessThanOrEqualTo(75));
                assertThat(String.join("\n", lines)).doesNotContain("\uFFFD");
                assertThat(String.join("", lines).replace(" ", "")).isEqualTo("SUMMARY:" + text);
            }
        }
    }

    @Test
    void writtenLineEqualsTheParsedOne() {
        ContentLine line = new ContentLine(
                "X-A",
                Map.of("P", List.of("a;b", "c\"d^e\nf", "")),
                "raw \\n value; with, all: characters \"of\" a line" + " long".repeat(40));

        CalendarComponent component = CalendarParser.parseLines(List.of(CalendarWriter.textOf(line)));

        assertThat(component.properties()).containsExactly(line);
    }

    @Test
    void textIsEscaped() {
        String text = "a\\b;c,d\ne\r\nf";

        ContentLine line = ContentLine.ofText("SUMMARY", text);

        assertThat(line.value()).isEqualTo("a\\\\b\\;c\\,d\\ne\\nf");
        assertThat(line.text()).isEqualTo("a\\b;c,d\ne\nf");
        assertThat(ContentLine.ofTexts("CATEGORIES", List.of("a,b", "c")).texts())
                .containsExactly("a,b", "c");
    }

    private static byte[] written(ContentLine line) {
        CalendarWriter out = new CalendarWriter();
        out.write(line);
        return out.toBytes();
    }
}
