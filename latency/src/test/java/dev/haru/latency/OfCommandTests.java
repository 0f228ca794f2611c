package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.TraceFixture.Ref;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OfCommandTests {

    @TempDir
    Path directory;

    @Test
    void componentCostsAreThoseOfTheTrace() {
        JsonNode profile = profile(files(directory, "a", 40, HaruTraces::create));

        assertThat(millis(profile, "gateway", "OWN")).isEqualTo(3.0);
        assertThat(millis(profile, "gateway", "REDIS")).isEqualTo(1.0);
        assertThat(millis(profile, "gateway", "NETWORK")).isEqualTo(2.0);
        assertThat(millis(profile, "schedule-service", "OWN")).isEqualTo(5.0);
        assertThat(millis(profile, "schedule-service", "CACHE")).isEqualTo(2.0);
        assertThat(millis(profile, "schedule-service", "NETWORK")).isEqualTo(2.0);
        assertThat(millis(profile, "schedule-service", "POOL")).isEqualTo(1.0);
        assertThat(millis(profile, "schedule-service", "SQL")).isEqualTo(8.0);
        assertThat(millis(profile, "member-service", "OWN")).isEqualTo(2.0);
        assertThat(millis(profile, "member-service", "SQL")).isEqualTo(4.0);
        assertThat(profile.at("/whole/p99Nanos").asLong()).isEqualTo(30_000_000L);
    }

    @Test
    void traceOfAHundredThousandSpansIsRead() {
        JsonNode profile = profile(files(directory, "a", 1, _ -> HaruTraces.large(100_000)));

        assertThat(profile.at("/whole/p50Nanos").asLong()).isEqualTo(100_000_000_000L);
        assertThat(millis(profile, "gateway", "SQL")).isEqualTo(50_000.0);
        assertThat(millis(profile, "gateway", "OWN")).isEqualTo(50_000.0);
    }

    @Test
    void partsAddUpToTheWhole() {
        JsonNode profile = profile(
                files(directory, "a", 100, number -> HaruTraces.create(number, number % 7.0, number * number % 5.0)));

        double sum = profile.at("/components")
                .valueStream()
                .mapToDouble(line -> line.at("/meanNanos").asDouble())
                .sum();
        double shares = profile.at("/components")
                .valueStream()
                .mapToDouble(line -> line.at("/share").asDouble())
                .sum();

        assertThat(sum).isCloseTo(profile.at("/whole/meanNanos").asDouble(), within(0.5));
        assertThat(shares).isCloseTo(1, within(1e-9));
    }

    @Test
    void waitOfSomeCallsIsQueueAndWaitOfAllIsNetwork() {
        JsonNode some =
                profile(files(directory, "some", 100, number -> HaruTraces.create(number, number % 2.0 * 10, 0)));
        JsonNode all = profile(files(directory, "all", 100, number -> HaruTraces.create(number, 10, 0)));

        assertThat(millis(some, "member-service", "QUEUE")).isEqualTo(5.0);
        assertThat(millis(some, "schedule-service", "NETWORK")).isEqualTo(2.0);
        assertThat(millis(all, "schedule-service", "NETWORK")).isEqualTo(12.0);
    }

    @Test
    void slowestAndTypicalRequestAreNamed() {
        JsonNode profile = profile(files(directory, "a", 41, number -> HaruTraces.create(number, 0, number * 1.0)));

        assertThat(profile.at("/examples/slowest/durationNanos").asLong()).isEqualTo(70_000_000L);
        assertThat(profile.at("/examples/typical/durationNanos").asLong()).isEqualTo(50_000_000L);
        assertThat(profile.at("/examples/median/durationNanos").asLong()).isEqualTo(50_000_000L);
        assertThat(profile.at("/examples/slowest/traceId").asString()).isEqualTo("00000000000012340000000000000028");
    }

    @Test
    void callsAndFailuresOffTheCriticalPathAreCounted() {
        JsonNode profile = profile(files(
                directory,
                "a",
                10,
                number -> HaruTraces.of(number, trace -> {
                    Ref top = trace.server("schedule-service", HaruTraces.CREATE, 0, 50);
                    top.call("GET /b", 10, 20).failed();
                    top.call("GET /b", 21, 40).at("b", "GET /b", 22, 39);
                    top.sql("select 1", 11, 12);
                    top.sql("select 1", 13, 14);
                })));

        assertThat(line(profile, "schedule-service", "SQL").at("/calls").asDouble())
                .isEqualTo(2.0);
        assertThat(line(profile, "schedule-service", "UNSEEN")
                        .at("/failedShare")
                        .asDouble())
                .isEqualTo(1.0);
        assertThat(line(profile, "b", "OWN").at("/calls").asDouble()).isEqualTo(1.0);
    }

    @Test
    void timeOfAMissingParentCountsForTheCallerWithAWarning() {
        String files = files(
                directory,
                "a",
                10,
                number -> HaruTraces.of(number, trace -> {
                    trace.server("gateway", HaruTraces.CREATE, 0, 50).call(HaruTraces.CREATE, 1, 49);
                    trace.orphan("schedule-service", "GET /other", 2, 48);
                }));

        assertThat(millis(profile(files), "gateway", "UNSEEN")).isEqualTo(48.0);
        assertThat(latency("of", HaruTraces.CREATE, "--files", files).out())
                .contains("10 requests have spans whose parent is missing");
    }

    @Test
    void clockSkewChangesNoSum() {
        String files = files(
                directory,
                "a",
                30,
                number -> HaruTraces.of(number, trace -> {
                    trace.clockAhead("member-service", 250).clockAhead("schedule-service", -40);
                    Ref top = trace.server("gateway", HaruTraces.CREATE, 0, 30);
                    Ref schedules = top.call(HaruTraces.CREATE, 3, 29).at("schedule-service", HaruTraces.CREATE, 4, 28);
                    schedules.call(HaruTraces.LOOK_UP, 6, 14).at("member-service", HaruTraces.LOOK_UP, 7, 13);
                }));
        JsonNode profile = profile(files);

        assertThat(millis(profile, "member-service", "OWN")).isEqualTo(6.0);
        assertThat(millis(profile, "schedule-service", "OWN")).isEqualTo(16.0);
        assertThat(millis(profile, "gateway", "NETWORK")).isEqualTo(2.0);
        assertThat(profile.at("/corrected").asLong()).isEqualTo(30);
    }

    @Test
    void gatewayWithoutTemplateHasTheServicesRoute() {
        String files = files(
                directory,
                "a",
                5,
                number -> HaruTraces.of(
                        number,
                        trace -> trace.server("gateway", "POST schedules", 0, 20)
                                .call("POST", 1, 19)
                                .at("schedule-service", HaruTraces.CREATE, 2, 18)));

        assertThat(millis(profile(files), "gateway", "OWN")).isEqualTo(2.0);
    }

    @Test
    void requestWithoutItsCallerIsIgnored() {
        String files = files(
                directory,
                "a",
                21,
                number -> number < 20
                        ? HaruTraces.create(number)
                        : HaruTraces.of(number, trace -> trace.orphan("schedule-service", HaruTraces.CREATE, 0, 1)));

        assertThat(profile(files).at("/requests").asLong()).isEqualTo(20);
        assertThat(latency("of", HaruTraces.CREATE, "--files", files).out()).contains("1 more requests were ignored");
    }

    @Test
    void tableShowsTheSumAndTheExamples() {
        Result result = latency("of", "post /v1/schedules", "--files", files(directory, "a", 40, HaruTraces::create));

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .startsWith("POST /v1/schedules: 40 requests in 3 files in ")
                .containsPattern(
                        "schedule-service +sql insert into schedule \\(id\\) values \\(\\?\\) +8\\.000 +26\\.7 %")
                .containsPattern("sum +30\\.0 +100\\.0 % +100\\.0 %")
                .containsPattern("slowest +30\\.0 ms +0000000000001234");
    }

    @Test
    void linkContainsTheTraceId() {
        String files = files(directory, "a", 3, HaruTraces::create);

        assertThat(latency("of", HaruTraces.CREATE, "--files", files, "--link", "http://grafana/{trace}")
                        .out())
                .contains("http://grafana/00000000000012340000000000000000");
    }

    @ParameterizedTest
    @CsvSource({"--last, 59m", "--since, 2026-11-21T10:01:00Z"})
    void onlyRequestsOfTheWindowCount(String option, String begin) {
        String files = files(directory, "a", 100, HaruTraces::create);
        // The fixture's clock is one hour after the first request. Each request begins one second after the previous
        // one.
        Result result = latency("of", HaruTraces.CREATE, "--files", files, option, begin);

        assertThat(result.out()).contains(": 40 requests in");
    }

    private static JsonNode profile(String files) {
        Result result = latency("of", HaruTraces.CREATE, "--files", files, "--json");
        assertThat(result.err()).isEmpty();
        return JsonMapper.shared().readTree(result.out());
    }

    private static JsonNode line(JsonNode profile, String service, String kind) {
        return profile.at("/components")
                .valueStream()
                .filter(line -> line.at("/component/service").asString().equals(service))
                .filter(line -> line.at("/component/kind").asString().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static double millis(JsonNode profile, String service, String kind) {
        return line(profile, service, kind).at("/meanNanos").asDouble() / 1e6;
    }
}
