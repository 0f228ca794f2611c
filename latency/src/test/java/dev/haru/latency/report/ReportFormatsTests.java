package dev.haru.latency.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.report.Check.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

class ReportFormatsTests {

    @Test
    void xmlKeepsAllCharactersThatXmlPermits() throws Exception {
        String text = "GET /a<b>&\"c\" ']]>' 일정 😀";
        Element failed = testCase(new Check(text, text, 0, Result.FAILED, text, text, text));

        assertThat(failed.getAttribute("classname")).isEqualTo(text);
        assertThat(failed.getAttribute("name")).isEqualTo(text);
        assertThat(failed.getTextContent()).isEqualTo(text + "\n" + text + "\n" + text);
        assertThat(testCase(new Check("r", "n", 0, Result.PASSED, text, "", "")).getTextContent())
                .isEqualTo(text);
    }

    @Test
    void xmlReplacesForbiddenCharactersAndLineBreaksOfNames() throws Exception {
        Element failed =
                testCase(new Check("a\nb\t c", "\u0000\u001b\uffff\ud800x", 0, Result.FAILED, "a\nb", "", "\u0001"));

        assertThat(failed.getAttribute("classname")).isEqualTo("a b c");
        assertThat(failed.getAttribute("name")).isEqualTo("\ufffd\ufffd\ufffd\ufffdx");
        assertThat(failed.getTextContent()).isEqualTo("a\nb\n\ufffd");
    }

    @Test
    void timeIsInSecondsWithMilliseconds() throws Exception {
        assertThat(testCase(new Check("r", "n", 1_234_567_890, Result.SKIPPED, "e", "", ""))
                        .getAttribute("time"))
                .isEqualTo("1.235");
    }

    @Test
    void annotationEscapesDataAndProperties() {
        assertThat(GitHubAnnotations.of(
                        "latency diff",
                        List.of(new Check("GET /a,b:c%d", "x", 0, Result.FAILED, "5 %, 1:2\r\ny", "", ""))))
                .containsExactly("::error title=latency diff%3A GET /a%2Cb%3Ac%25d::x: 5 %25, 1:2%0D%0Ay");
    }

    @Test
    void failedChecksOfARouteAreOneAnnotation() {
        assertThat(GitHubAnnotations.of(
                        "latency diff",
                        List.of(
                                new Check("b", "x", 0, Result.FAILED, "1", "sampled", ""),
                                new Check("a", "x", 0, Result.FAILED, "2", "", ""),
                                new Check("b", "y", 0, Result.PASSED, "3", "", ""),
                                new Check("b", "z", 0, Result.FAILED, "4", "sampled", ""),
                                new Check("c", "z", 0, Result.SKIPPED, "5", "", ""))))
                .containsExactly(
                        "::error title=latency diff%3A b::x: 1%0Az: 4%0Asampled",
                        "::error title=latency diff%3A a::x: 2");
    }

    private static Element testCase(Check check) throws Exception {
        Node only = JUnitSchema.valid(JUnitXml.of("suite", List.of(check)))
                .getElementsByTagName("testcase")
                .item(0);
        return (Element) only;
    }
}
