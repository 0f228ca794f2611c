package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

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

class DiffCommandTests {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"20, 0, 'network to member-service, +20.0 ms'", "0, 15, 'pool wait, +15.0 ms'"})
    void slowerComponentIsTheOnlyReportedOne(double hop, double pool, String reported) {
        Result result = diff(
                files(directory, "before", 200, number -> noisy(number, 1, 0, 0)),
                files(directory, "after", 200, number -> noisy(number, 2, hop, pool)));

        assertThat(result.code()).isEqualTo(1);
        assertThat(slower(result)).containsExactly("slower: schedule-service " + reported);
    }

    @Test
    void randomVariationIsNotReported() {
        String before = files(directory, "before", 200, number -> noisy(number, 1, 0, 0));
        String after = files(directory, "after", 200, number -> noisy(number, 2, 0, 0));
        Result result = latency("diff", "--before", before, "--after", after, "--threshold", "0%");

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("no component changed");
    }

    @Test
    void fasterRouteExitsWithZero() {
        Result result = diff(
                files(directory, "before", 200, number -> noisy(number, 1, 20, 0)),
                files(directory, "after", 200, number -> noisy(number, 2, 0, 0)));

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("faster: schedule-service network to member-service, -20.0 ms");
    }

    @Test
    void changeWithinTheThresholdDoesNotCount() {
        String before = files(directory, "before", 200, number -> noisy(number, 1, 0, 0));
        String after = files(directory, "after", 200, number -> noisy(number, 2, 6, 0));

        assertThat(latency("diff", "--before", before, "--after", after, "--threshold", "8ms")
                        .code())
                .isZero();
        assertThat(latency("diff", "--before", before, "--after", after, "--threshold", "3ms")
                        .code())
                .isEqualTo(1);
    }

    @Test
    void singleDelayedRequestIsNotReported() {
        String held = files(directory, "before", 35, number -> HaruTraces.create(number, 0, number == 7 ? 190 : 0.5));
        String others = files(directory, "after", 35, number -> HaruTraces.create(number, 0, 0));

        assertThat(latency("diff", "--before", held, "--after", others, "--threshold", "2ms")
                        .out())
                .contains("no component changed");
        assertThat(latency("diff", "--before", others, "--after", held, "--threshold", "2ms")
                        .code())
                .isZero();
    }

    @Test
    void missingCacheReportsTheAdditionalCalls() {
        Result result = diff(
                files(directory, "before", 100, number -> remembered(number, number % 20 == 0)),
                files(directory, "after", 100, number -> remembered(number, true)));

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("called more often: schedule-service network to member-service, 1.00 times in a request"
                        + " instead of 0.05");
    }

    @Test
    void sameSeedGivesTheSameIntervals() {
        String before = files(directory, "before", 60, number -> noisy(number, 1, 0, 0));
        String after = files(directory, "after", 60, number -> noisy(number, 2, 0, 0));

        assertThat(latency("diff", "--before", before, "--after", after, "--json")
                        .out())
                .isEqualTo(latency("diff", "--before", before, "--after", after, "--json")
                        .out())
                .isNotEqualTo(latency("diff", "--before", before, "--after", after, "--json", "--seed", "2")
                        .out());
    }

    @Test
    void tooFewRequestsAreReported() {
        Result result = diff(
                files(directory, "before", 29, HaruTraces::create), files(directory, "after", 50, HaruTraces::create));

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("30 requests both before and after. Before: POST /v1/schedules (29).");
    }

    private static Result diff(String before, String after) {
        return latency("diff", "--before", before, "--after", after);
    }

    private static List<String> slower(Result result) {
        return result.out().lines().filter(line -> line.startsWith("slower")).toList();
    }

    /** The hop to member-service and the wait for a connection vary by some milliseconds, as in reality. */
    private static Trace noisy(long number, long seed, double hop, double pool) {
        Random random = new Random(number * 31 + seed);
        return HaruTraces.create(number, hop + random.nextExponential(), pool + random.nextExponential());
    }

    private static Trace remembered(long number, boolean asked) {
        return HaruTraces.of(number, trace -> {
            Ref top = trace.server("schedule-service", HaruTraces.CREATE, 0, asked ? 20 : 10);
            if (asked) {
                top.call(HaruTraces.LOOK_UP, 2, 12).at("member-service", HaruTraces.LOOK_UP, 3, 11);
            }
        });
    }
}
