package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Trace;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WhyCommandTests {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"20, 0, member-service, network from schedule-service", "0, 15, schedule-service, pool wait"})
    void slowerComponentIsTheFirstSuspect(double hop, double pool, String service, String component) {
        String before = files(directory, "before", 60, number -> noisy(number, 1, 0, 0));
        String after = files(directory, "after", 60, number -> noisy(number, 2, hop, pool));
        Result result = latency("why", "--before", before, "--after", after, "--json");

        JsonNode suspect = json(result).path("suspects").path(0);
        assertThat(result.code()).isZero();
        assertThat(suspect.path("service").asString()).isEqualTo(service);
        assertThat(suspect.path("component").asString()).isEqualTo(component);
        assertThat(suspect.path("evidence").asString()).endsWith(".");
        assertThat(suspect.path("low").asDouble()).isBetween(hop + pool - 2, hop + pool);
        assertThat(suspect.path("high").asDouble()).isBetween(hop + pool, hop + pool + 2);
    }

    @Test
    void randomVariationNamesNoSuspect() {
        String before = files(directory, "before", 60, number -> noisy(number, 1, 0, 0));
        String after = files(directory, "after", 60, number -> noisy(number, 2, 0, 0));

        assertThat(latency("why", "--before", before, "--after", after).out()).startsWith("Nothing can be said.");
        assertThat(json(latency("why", "--before", before, "--after", after, "--json"))
                        .path("suspects")
                        .isEmpty())
                .isTrue();
    }

    @Test
    void slowestTenthOfOneRouteIsComparedWithTheRest() {
        String files = files(directory, "files", 200, number -> noisy(number, 1, 0, number % 10 == 3 ? 40 : 0));
        Result result = latency("why", HaruTraces.CREATE, "--files", files);

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .startsWith("180 requests of the rest and 20 requests of the slowest tenth.")
                .contains("1  schedule-service  pool wait");
    }

    @Test
    void routeWithoutRequestsIsBadInput() {
        String files = files(directory, "files", 20, HaruTraces::create);
        Result result = latency("why", "GET /v1/other", "--before", files, "--after", files);

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("No request of GET /v1/other in ");
    }

    @Test
    void oneSideAloneIsBadInput() {
        String files = files(directory, "files", 20, HaruTraces::create);
        Result result = latency("why", "--before", files);

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).isEqualToIgnoringNewLines("latency: set both --before A and --after B, or neither.");
    }

    private static JsonNode json(Result result) {
        return JsonMapper.shared().readTree(result.out());
    }

    private static Trace noisy(long number, long seed, double hop, double pool) {
        Random random = new Random(number * 31 + seed);
        return HaruTraces.create(number, hop + random.nextDouble(), pool + random.nextDouble());
    }
}
