package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.trace.HaruTraces;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Every invalid input is reported in one line, with exit code 2. */
class BadInputTests {

    @TempDir
    Path directory;

    @Test
    void routeWithoutRequestsListsTheOtherRoutes() {
        refused("of", "GET /v1/nothing", "--files", files(directory, "a", 3, HaruTraces::create))
                .contains("No request of GET /v1/nothing in 3 files in ")
                .contains("Routes with requests, the last one at 2026-11-21T10:00:02Z: POST /v1/schedules (3).");
    }

    @Test
    void emptyWindowNamesTheNewestRequest() {
        refused("of", HaruTraces.CREATE, "--files", files(directory, "a", 3, HaruTraces::create), "--last", "5m")
                .contains("the last one at 2026-11-21T10:00:02Z");
        refused("doctor", "--files", directory.toString(), "--last", "5m").contains("No trace in");
    }

    @Test
    void missingFileIsReported() throws IOException {
        refused("doctor", "--files", directory.resolve("none").toString()).contains("There is no ");
        Files.writeString(directory.resolve("readme.txt"), "no traces");
        refused("doctor", "--files", directory.toString()).contains("No .json or .jsonl file");
        refused("doctor", "--files", "/dev/null").contains("/dev/null is neither a file nor a directory");
    }

    @Test
    void linkToADirectoryIsRead() throws IOException {
        Path link = Files.createSymbolicLink(
                directory.resolve("link"), Path.of(files(directory, "a", 3, HaruTraces::create)));

        assertThat(latency("of", HaruTraces.CREATE, "--files", link.toString()).out())
                .contains(": 3 requests in 3 files");
    }

    @Test
    void truncatedFileNamesTheLineAndTheRestCanBeRead() throws IOException {
        Path file = Path.of(files(directory, "a", 40, HaruTraces::create)).resolve("gateway.jsonl");
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 30));

        refused("of", HaruTraces.CREATE, "--files", directory.toString())
                .contains("gateway.jsonl, line 120: the file ends in the middle of a span")
                .contains("--skip-cut-off");
        assertThat(latency("of", HaruTraces.CREATE, "--files", directory.toString(), "--skip-cut-off")
                        .out())
                .contains(": 40 requests in");
    }

    @Test
    void emptyGzipFileIsCutOff() throws IOException {
        files(directory, "a", 3, HaruTraces::create);
        Files.createFile(directory.resolve("a/empty.json.gz"));

        refused("of", HaruTraces.CREATE, "--files", directory.toString())
                .contains("empty.json.gz, line 1: the file ends in the middle of a span");
        assertThat(latency("of", HaruTraces.CREATE, "--files", directory.toString(), "--skip-cut-off")
                        .out())
                .contains(": 3 requests in 4 files");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":", "[", "{\"resourceSpans\":["})
    void deepNestingIsReported(String level) throws IOException {
        Files.writeString(directory.resolve("a.json"), level.repeat(600));

        refused("doctor", "--files", directory.toString())
                .contains("a.json, line 1: not OTLP/JSON")
                .contains("nesting depth (501) exceeds");
    }

    @Test
    void truncatedGzipFileIsReported() throws IOException {
        Files.write(directory.resolve("a.jsonl.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 1, 2});

        refused("doctor", "--files", directory.toString()).contains("a.jsonl.gz");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"data":[{"id":"1"}]}                          | line 1: this JSON is not OTLP/JSON
        {"data":[{"traceID":"1","spans":[]}]}          | No trace in
        [{"traceId":"1","id":"2","name":"get"}]        | line 1: a span has no start or end
        [{"traceId":"z","id":"2","timestamp":1}]       | line 1:
        [1, 2]                                         | line 1: this JSON is not OTLP/JSON
        {"data":[{"spans":[{"traceID":"1","spanID":"2","startTime":1,"duration":-5}]}]} | line 1: a span has the duration -5
        {"data":[{"spans":[{"traceID":"1","spanID":"12345678123456781"}]}]} | line 1: an id has 17 digits instead of 16
        {"resourceLogs":[]}                            | line 1: this JSON is not OTLP/JSON
        {"resourceSpans":[null]}                       | line 1: this JSON is not OTLP/JSON, Jaeger JSON or Zipkin JSON: null is in the place of an object.
        {"resourceSpans":[{"foo":[]}]}                 | line 1: this JSON is not OTLP/JSON, Jaeger JSON or Zipkin JSON: an object has the keys foo.
        {"batches":[{"resource":{},"spansOfScopes":[]}]} | : an object has the keys spansOfScopes.
        {"resourceSpans":[{"scopeSpans":[{"scope":{},"span":[{}]}]}]} | line 1: a scope has no spans, but the keys span.
        {"resourceSpans":[{"scopeSpans":{"spans":[]}}]} | line 1: the value of scopeSpans is not a list.
        {"resourceSpans":[{"scopeSpans":[{"spans":{}}]}]} | line 1: the value of spans is not a list.
        {"data":[{"spans":{}}]}                        | line 1: the value of spans is not a list.
        {"trace":{"spanSets":[],"rootServiceName":"a"}} | : an object has the keys spanSets, rootServiceName.
        {"data":[{"traceID":"1","process":[]}]}        | : an object has the keys traceID, process.
        {"resourceSpans":[{"resource":{}},{"scopeSpans":[{"scope":{},"schemaUrl":"x"}]},{}]} | No trace in
        {"resourceSpans":5}                            | line 1: this JSON is not OTLP/JSON
        {"trace":[{"resourceSpans":[7]}]}              | : 7 is in the place of an object.
        time=2026-11-21 level=info                     | line 1: not OTLP/JSON
        {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"xyz"}]}]}]} | line 1: a span has no start or end
        {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"xyz","startTimeUnixNano":"1","endTimeUnixNano":"2"}]}]}]} | line 1:
        {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"MTIzNDU2Nzg=","startTimeUnixNano":1,"endTimeUnixNano":2}]}]}]} | line 1: an id has 8 bytes instead of 16
        {"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"yesterday"}]}]}]} | line 1: not OTLP/JSON
        {"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":1,"endTimeUnixNano":9223372036854775807}]}]}]} | after the year 2115
        {"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":1,"endTimeUnixNano":18446744073709551615}]}]}]} | line 1: not OTLP/JSON
        [{"traceId":"1","id":"2","timestamp":4611686018427387,"duration":9}] | line 1: a span has the duration 9
        """)
    void otherContentIsReportedWithItsPlace(String content, String message) throws IOException {
        Files.writeString(directory.resolve("a.json"), content);

        refused("doctor", "--files", directory.toString()).contains("a.json").contains(message);
    }

    @Test
    void missingOrConflictingOptionsAreReported() {
        refused("of", "GET /").contains("either --files PATH or --tempo URL");
        refused("of", "GET /", "--files", "a", "--tempo", "http://b").contains("either --files PATH or --tempo URL");
        refused("of").contains("ROUTE");
        refused("nonsense").contains("nonsense");
        refused("of", "GET /", "--files", directory.toString(), "--last", "soon")
                .contains("30s, 15m, 2h or 1d");
        refused("of", "GET /", "--files", directory.toString(), "--since", "yesterday")
                .contains("--since yesterday: an instant such as 2026-11-21T10:00:00Z");
        refused("of", "GET /", "--files", directory.toString(), "--since", "2126-11-21T10:00:00Z")
                .contains("in the future");
        refused("of", "GET /", "--files", directory.toString(), "--since", "1500-11-21T10:00:00Z")
                .contains("before 1970");
        refused("of", "GET /", "--files", directory.toString(), "--since", "2026-11-21T10:00:00Z", "--last", "1h")
                .contains("either --last TIME or --since INSTANT");
        refused("diff", "--before", "a").contains("--after");
        refused("doctor", "--tempo", "localhost:3200").contains("is not a URL");
        refused("doctor", "--tempo", "http://localhost:3200", "--limit", "0").contains("--limit 0");
        refused("diff", "--before", "a", "--after", "b", "--threshold", "many").contains("--threshold");
        refused("diff", "--tempo", "http://localhost:3200", "--before", "a", "--after", "b")
                .contains("2026-11-21T10:00:00Z/15m");
        refusedWindow("now/15m").contains("--before now: a start such as now-30m");
        refusedWindow("now-30x/15m").contains("now-30x");
        refusedWindow("now-30m/long").contains("30s, 15m, 2h or 1d");
        refusedWindow("now-5m/15m").contains("now-5m/15m ends in the future");
        refusedWindow("now-999999d/15m").contains("before 1970");
        refusedWindow("1500-11-21T10:00:00Z/15m").contains("before 1970");
        refusedWindow("2126-11-21T10:00:00Z/15m").contains("in the future");
        refusedWindow("").contains("a window of Tempo such as");
    }

    private static AbstractStringAssert<?> refusedWindow(String window) {
        return refused("diff", "--tempo", "http://localhost:3200", "--before", window, "--after", "now-30m/15m");
    }

    @Test
    void inputThatDoesNotFitIntoMemoryIsReported() {
        failing(new OutOfMemoryError(), 2).startsWith("latency: the input needs more memory than ");
    }

    @Test
    void defectIsOneLineWithItsPlace() {
        failing(new StackOverflowError(), 70)
                .startsWith(
                        "latency: defect of the tool: java.lang.StackOverflowError at dev.haru.latency.BadInputTests.");
        failing(new AssertionError("two\nlines"), 70)
                .startsWith("latency: defect of the tool: java.lang.AssertionError: two lines at ");
        failing(new IllegalStateException("the parts do not add up"), 70)
                .startsWith(
                        "latency: defect of the tool: java.lang.IllegalStateException: the parts do not add up at ");
    }

    private static AbstractStringAssert<?> failing(Throwable problem, int code) {
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine(Clock.systemUTC())
                .addSubcommand("fail", new Failing(problem))
                .setErr(new PrintWriter(err));

        assertThat(Main.run(command, "fail")).isEqualTo(code);
        return assertThat(err.toString().lines()).singleElement().asString();
    }

    @Test
    void invalidBudgetNamesItsKey() throws IOException {
        String files = files(directory, "a", 3, HaruTraces::create);
        Path budgets = directory.resolve("budgets.yaml");

        budget(budgets, "- a", files).contains("contains no budgets");
        budget(budgets, "a: [", files).contains("is not YAML");
        budget(budgets, "POST /v1/schedules: 3ms", files).contains("has no limits");
        budget(budgets, "POST /v1/schedules: {p95: fast}", files).contains("p95: fast is not a time");
        budget(budgets, "POST /v1/schedules: {failed: 3ms}", files).contains("failed: 3ms is not a share");
        budget(budgets, "POST /v1/schedules: {gatway: 3ms}", files).contains("gatway is neither a kind");
        budget(budgets, "POST /v1/schedules: {member/dbb: 3ms}", files).contains("the kind dbb is unknown");
        budget(budgets, "POST /v1/schedules: {db: {p42: 3ms}}", files).contains("no p42");
        budget(budgets, "GET /v1/nothing: {p95: 3ms}", files).contains("POST /v1/schedules (3)");
        refused("budget", directory.resolve("none.yaml").toString(), "--files", files)
                .contains("cannot be read");
    }

    private static AbstractStringAssert<?> budget(Path file, String content, String files) throws IOException {
        Files.writeString(file, content);
        return refused("budget", file.toString(), "--files", files);
    }

    private static AbstractStringAssert<?> refused(String... arguments) {
        Result result = latency(arguments);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().lines()).hasSize(1);
        return assertThat(result.err()).startsWith("latency: ");
    }

    @Command
    private static final class Failing implements Callable<Integer> {

        private final Throwable problem;

        Failing(Throwable problem) {
            this.problem = problem;
        }

        @Override
        public Integer call() throws Exception {
            if (problem instanceof Error error) {
                throw error;
            }
            throw (Exception) problem;
        }
    }
}
