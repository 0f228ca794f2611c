package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.report.JUnitSchema;
import dev.haru.latency.trace.HaruTraces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The outputs of {@code diff} and {@code budget} for pipelines. */
class ReportTests {

    private static final String HOP = "schedule-service network to member-service";

    @TempDir
    Path directory;

    private Path junit;
    private String before;
    private String after;

    @BeforeEach
    void write() {
        junit = directory.resolve("latency.xml");
        before = files(directory, "before", 40, HaruTraces::create);
        after = files(directory, "after", 40, number -> HaruTraces.create(number, 20, 0));
    }

    @Test
    void slowerComponentsFailInTheJunitReport() throws Exception {
        Result result = latency("diff", "--before", before, "--after", after, "--junit", junit.toString());

        assertThat(result.code()).isEqualTo(1);
        Element suite = JUnitSchema.valid(Files.readString(junit)).getDocumentElement();
        assertThat(suite.getAttribute("name")).isEqualTo("latency diff");
        assertThat(suite.getAttribute("failures")).isEqualTo("4");
        assertThat(failed(suite)).containsExactly("mean", "p50", "p95", HOP);
        assertThat(cases(suite))
                .hasSize(Integer.parseInt(suite.getAttribute("tests")))
                .allMatch(one -> one.getAttribute("classname").equals(HaruTraces.CREATE));
        assertThat(cases(suite).get(3).getAttribute("time")).isEqualTo("0.022");
        assertThat(cases(suite).get(3).getTextContent())
                .startsWith("22.0 ms instead of 2.000 ms, a change of +20.0 ms (interval +20.0 to +20.0 ms)")
                .contains("slower: " + HOP + ", +20.0 ms")
                .endsWith("The requests have no sampling probability (th in tracestate): if traces were sampled, the"
                        + " figures may be biased.");
    }

    @Test
    void routesThatAreLeftOutAreSkipped() throws Exception {
        Files.writeString(
                directory.resolve("budgets.yaml"),
                "{%s: {p95: 1s}, GET /v1/locations: {p95: 5ms, db: 1ms}}".formatted(HaruTraces.CREATE));
        assertThat(latency(
                                "budget",
                                directory.resolve("budgets.yaml").toString(),
                                "--files",
                                before,
                                "--skip-unseen",
                                "--junit",
                                junit.toString())
                        .code())
                .isZero();
        List<Element> budgets = cases(JUnitSchema.valid(Files.readString(junit)).getDocumentElement());
        assertThat(budgets)
                .extracting(one -> one.getAttribute("name"))
                .containsExactly("total p95", "total p95", "db p95");
        assertThat(skipped(budgets.get(2))).isEqualTo("The route has no request.");

        files(
                Path.of(after),
                "more",
                3,
                number -> HaruTraces.of(1000 + number, trace -> trace.server("gateway", "GET /a", 0, 5)));
        latency("diff", "--before", before, "--after", after, "--junit", junit.toString());
        Element leftOut = cases(JUnitSchema.valid(Files.readString(junit)).getDocumentElement())
                .getLast();
        assertThat(leftOut.getAttribute("classname")).isEqualTo("GET /a");
        assertThat(skipped(leftOut))
                .isEqualTo("GET /a does not have 30 requests both before and after. Before: 0. After: 3.");
    }

    @Test
    void equalSidesPassInTheJunitReport() throws Exception {
        Result result = latency("diff", "--before", before, "--after", before, "--junit", junit.toString());

        assertThat(result.code()).isZero();
        Element suite = JUnitSchema.valid(Files.readString(junit)).getDocumentElement();
        assertThat(suite.getAttribute("failures")).isEqualTo("0");
        assertThat(failed(suite)).isEmpty();
    }

    @Test
    void exceededBudgetFailsAndTooFewRequestsAreSkipped() throws Exception {
        Result result = budget("--skip-unseen", "--junit", junit.toString(), "--github");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .isEqualToNormalizingNewlines(
                        "::error title=latency budget%3A POST /v1/schedules::gateway p95: 4.000 ms in 40 requests, budget"
                                + " 3.000 ms%0AThe requests have no sampling probability (th in tracestate): if traces"
                                + " were sampled, the figures may be biased.\n");
        Element suite = JUnitSchema.valid(Files.readString(junit)).getDocumentElement();
        assertThat(failed(suite)).containsExactly("gateway p95");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
        assertThat(cases(suite).get(1).getAttribute("name")).isEqualTo("total p99");
        assertThat(skipped(cases(suite).get(1))).isEqualTo("40 requests are too few: p99 needs 100.");
        assertThat(cases(suite).get(1).getAttribute("time")).isEqualTo("0.000");
    }

    @Test
    void annotationsLeaveStandardOutputUnchanged() {
        String plain =
                latency("diff", "--before", before, "--after", after, "--json").out();
        Result result = latency("diff", "--before", before, "--after", after, "--json", "--github");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEqualTo(plain);
        assertThat(result.err().lines())
                .singleElement()
                .asString()
                .startsWith("::error title=latency diff%3A POST /v1/schedules::mean: 50.0 ms instead of 30.0 ms")
                .contains("%0A" + HOP + ": 22.0 ms");
    }

    @Test
    void withoutAFindingThereIsNoAnnotation() {
        assertThat(latency("diff", "--before", before, "--after", before, "--github")
                        .err())
                .isEmpty();
    }

    @Test
    void unwritableReportIsReportedAfterTheTable() {
        Result result = latency(
                "diff",
                "--before",
                before,
                "--after",
                after,
                "--junit",
                directory.resolve("none/a.xml").toString());

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).contains("slower: " + HOP);
        assertThat(result.err()).startsWith("latency: The JUnit report cannot be written to ");
    }

    @ParameterizedTest
    @CsvSource({"true, '', true", "false, '', false", ", '', false", "true, --no-github, false", ", --github, true"})
    void githubActionsSetsTheDefault(String variable, String option, boolean annotated) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "diff",
                "--before=" + before,
                "--after=" + after));
        if (!option.isEmpty()) {
            command.add(option);
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().remove("GITHUB_ACTIONS");
        if (variable != null) {
            builder.environment().put("GITHUB_ACTIONS", variable);
        }
        Process process = builder.start();
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(err.startsWith("::error ")).isEqualTo(annotated);
    }

    private Result budget(String... more) throws IOException {
        Path file = Files.writeString(
                directory.resolve("budgets.yaml"),
                "POST /v1/schedules: {gateway: 3ms, p99: 1ms, db: 12ms, failed: 0%}");
        List<String> arguments = new ArrayList<>(List.of("budget", file.toString(), "--files", before));
        arguments.addAll(List.of(more));
        return latency(arguments.toArray(String[]::new));
    }

    private static List<Element> cases(Element suite) {
        NodeList cases = suite.getElementsByTagName("testcase");
        return IntStream.range(0, cases.getLength())
                .mapToObj(index -> (Element) cases.item(index))
                .toList();
    }

    private static String skipped(Element testCase) {
        return ((Element) testCase.getElementsByTagName("skipped").item(0)).getAttribute("message");
    }

    private static List<String> failed(Element suite) {
        return cases(suite).stream()
                .filter(one -> one.getElementsByTagName("failure").getLength() > 0)
                .map(one -> one.getAttribute("name"))
                .toList();
    }
}
