package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceFixture.Ref;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The statement of a trace takes 8 of its 30 ms. */
class WhatIfCommandTests {

    private static final String INSERT = "schedule-service sql " + HaruTraces.INSERT;

    @TempDir
    Path directory;

    @Test
    void fasterStatementIsPredicted() {
        Result result = whatIf(files(directory, "a", 200, HaruTraces::create), HaruTraces.CREATE, INSERT + " −20 %");

        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .startsWith("POST /v1/schedules: 200 requests in 3 files in ")
                .contains("what if " + INSERT + " -20%: 200 requests wait for it")
                .containsPattern("p50 +30\\.0 +28\\.4 +-1\\.600 +28\\.4 to 28\\.4")
                .contains("200 requests change.", "Assumed: the same load")
                .contains("The interval of p99 is too narrow, because there are fewer than 400 requests.")
                .doesNotContain("p99 is the maximum");
    }

    @ParameterizedTest
    @CsvSource({
        "schedule-service network to member-service +20ms, 20",
        "schedule-service network to member-service −20ms, -2",
        "schedule-service cache load identity removed, -10",
        "schedule-service  sql  insert into schedule (id) val… 0, -8",
        "schedule-service pool wait removed, -1",
        "gateway redis +5ms, 5",
        "schedule-service own code -50%, -2.5",
        "schedule-service server queue +3ms, 3"
    })
    void eachKindOfComponentCanChange(String change, double millis) {
        JsonNode json =
                json(whatIf(files(directory, "a", 30, HaruTraces::create), "--json", HaruTraces.CREATE, change));

        assertThat(figure(json, "p50").path("changeNanos").asDouble() / 1e6).isCloseTo(millis, within(1e-5));
    }

    @Test
    void severalChangesCountTogether() {
        String files = files(directory, "a", 30, HaruTraces::create);

        JsonNode json = json(whatIf(
                files,
                "--json",
                HaruTraces.CREATE,
                INSERT + " -50%",
                "gateway redis EVALSHA removed",
                "member-service sql +1ms"));

        assertThat(figure(json, "mean").path("changeNanos").asDouble() / 1e6).isCloseTo(-4 - 1 + 1, within(1e-5));
        assertThat(json.path(0).path("changes")).hasSize(3);
    }

    @Test
    void withoutARouteEachRouteWithTheComponentIsPredicted() {
        String files = files(
                directory,
                "a",
                60,
                number -> number % 2 == 0
                        ? HaruTraces.create(number)
                        : HaruTraces.of(number, trace -> trace.server("gateway", "GET /v1/locations", 0, 5)));

        JsonNode json = json(whatIf(files, "--json", INSERT + " -20%"));

        assertThat(json).hasSize(1);
        assertThat(json.path(0).path("route").asString()).isEqualTo(HaruTraces.CREATE);
        assertThat(json.path(0).path("requests").asInt()).isEqualTo(30);
    }

    @Test
    void onlyRequestsThatWaitForTheComponentChange() {
        String files = files(
                directory,
                "a",
                100,
                number -> HaruTraces.of(number, trace -> {
                    Ref top = trace.server("s", HaruTraces.CREATE, 0, 20);
                    top.consumer("t", "message", 5, 15).sql("select 2", 6, 14);
                    if (number % 4 == 0) {
                        top.sql("select 1", 5, 10);
                    }
                }));

        JsonNode rare = json(whatIf(files, "--json", HaruTraces.CREATE, "s sql select 1 +5ms"))
                .path(0);
        JsonNode asynchronous = json(whatIf(files, "--json", HaruTraces.CREATE, "t sql select 2 +5ms"))
                .path(0);

        assertThat(rare.path("affected").asInt()).isEqualTo(25);
        assertThat(rare.path("changes").path(0).path("requests").asInt()).isEqualTo(25);
        assertThat(asynchronous.path("affected").asInt()).isZero();
    }

    @Test
    void serverQueueIsTheWaitBeyondTheUsualNetwork() {
        String files = files(directory, "a", 100, number -> HaruTraces.create(number, number % 2 == 0 ? 0 : 10, 0));

        JsonNode json = json(whatIf(files, "--json", HaruTraces.CREATE, "member-service server queue -50%"));

        assertThat(figure(json, "mean").path("changeNanos").asDouble() / 1e6).isCloseTo(-2.5, within(1e-5));
        assertThat(json.path(0).path("affected").asInt()).isEqualTo(50);
    }

    @Test
    void intervalHasThePercentileOfOtherRequestsOfTheSameKind() {
        String before = files(directory, "a", 500, number -> noisy(number, 1, 0));
        String after = files(directory, "b", 500, number -> noisy(number, 2, 20));

        JsonNode predicted =
                json(whatIf(before, "--json", HaruTraces.CREATE, "schedule-service network to member-service +20ms"));
        JsonNode observed = new JsonMapper()
                .readTree(latency("of", HaruTraces.CREATE, "--json", "--files", after)
                        .out());

        for (String what : List.of("mean", "p50", "p95", "p99")) {
            assertThat(observed.path("whole").path(what + "Nanos").asDouble())
                    .isBetween(
                            figure(predicted, what).path("lowNanos").asDouble(),
                            figure(predicted, what).path("highNanos").asDouble());
        }
    }

    @Test
    void sameSeedGivesTheSameInterval() {
        String files = files(directory, "a", 60, number -> noisy(number, 1, 0));
        String[] command = {HaruTraces.CREATE, INSERT + " -20%", "--json"};

        assertThat(whatIf(files, command).out())
                .isEqualTo(whatIf(files, command).out());
        assertThat(whatIf(files, HaruTraces.CREATE, INSERT + " -20%", "--json", "--seed=2")
                        .out())
                .isNotEqualTo(whatIf(files, command).out());
    }

    @Test
    void eachPrintedComponentCanBeChanged() {
        String files = files(directory, "a", 30, HaruTraces::create);
        List<String> rows = latency("of", HaruTraces.CREATE, "--files", files)
                .out()
                .lines()
                .skip(4)
                .takeWhile(line -> !line.startsWith("sum"))
                .map(line -> line.replaceFirst("\\s+\\d+\\.\\d+ .*", ""))
                .toList();

        assertThat(rows)
                .hasSizeGreaterThan(8)
                .allSatisfy(row -> assertThat(
                                whatIf(files, HaruTraces.CREATE, row + " -10%").out())
                        .contains("p99 is the maximum, because there are fewer than 100 requests."));
    }

    @Test
    void unknownComponentNamesTheClosest() {
        Result result = whatIf(
                files(directory, "a", 3, HaruTraces::create), HaruTraces.CREATE, "schedule-service sql insert -20%");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err())
                .contains(
                        "schedule-service sql insert -20%: no component of POST /v1/schedules matches. The closest are: "
                                + INSERT + "; ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST /v1/schedules | | has no change at its end",
                "POST /v1/schedules | schedule-service sql | is not a change such as",
                "POST /v1/schedules | schedule-service sql 20% | is not a change such as",
                "POST /v1/schedules | schedule-service own code removed | has no calls to remove. Use 0",
                "POST /v1/schedules | schedule-service sql -101% | a share from -100% to +10000%",
                "GET /v1/nothing | schedule-service sql -20% | No request of GET /v1/nothing in 3 files in"
            })
    void badInputIsOneLine(String route, String change, String message) {
        String files = files(directory, "a", 3, HaruTraces::create);
        Result result = change == null ? whatIf(files, route) : whatIf(files, route, change);

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).contains(message);
    }

    @Test
    void componentThatChangesTwiceIsRefused() {
        Result result =
                whatIf(files(directory, "a", 3, HaruTraces::create), INSERT + " -20%", "schedule-service sql +1ms");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains(INSERT + " -20% and schedule-service sql +1ms both change " + INSERT);
    }

    private static Result whatIf(String files, String... arguments) {
        String[] all = new String[arguments.length + 3];
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[0] = "what-if";
        all[all.length - 2] = "--files";
        all[all.length - 1] = files;
        return latency(all);
    }

    private static JsonNode json(Result result) {
        assertThat(result.err()).isEmpty();
        return new JsonMapper().readTree(result.out());
    }

    private static JsonNode figure(JsonNode json, String what) {
        return json.path(0)
                .path("figures")
                .valueStream()
                .filter(figure -> figure.path("what").asString().equals(what))
                .findFirst()
                .orElseThrow();
    }

    private static Trace noisy(long number, long seed, double hop) {
        Random random = new Random(number * 31 + seed);
        return HaruTraces.create(number, hop + 3 * random.nextExponential(), random.nextExponential());
    }
}
